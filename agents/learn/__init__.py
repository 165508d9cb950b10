"""What agents learn: networks that value moves, and how they are found.

features       what a network is told of a move of Competitive Sudoku
perceptron     a multi-layer perceptron that learns exact values
"""
