"""A multi-layer perceptron that learns exact values, compared with rules of thumb.

plan        what is trained, on how many positions, for how long
layers      the network in numpy: values, gradients, the steps of Adam
samples     labelled positions, and the arrays that a network learns from
dots        positions of Dots and Boxes, and what a network is told of them
sudoku      the same for Competitive Sudoku
labelling   positions solved in parallel and kept in a file
fitting     epochs, saved one by one
comparison  the moves of the network and of agents on held-out positions
study       all of these in order
report      tables, JSON and pictures
players     agents that play a network from its file

numpy is imported when something is computed.
"""
