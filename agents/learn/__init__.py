"""What agents learn: networks that value moves, and how they are found.

features       what a network is told of a move of Competitive Sudoku
network        a feed-forward network, read from JSON, in plain Python
training       games for training: boards, opponents, fast positions
designs        what evolution works on, and what rates a network
evolve         evolution itself (NEAT), by the package neat-python
records        the file of a run
study          runs from several seeds, their files, and a table of them
report_design  the design of a course report: a square in, a square out
pictures       the course of a run, and its network, drawn
perceptron     a multi-layer perceptron that learns exact values

The agent `neat` needs `features` and `network`; evolution needs the extra `learn`.
"""
