"""The study of endings: how far exact endgames reach with given seconds, memory and threads.

positions   endings drawn from a seed
tasks       each ending solved within its limits
checks      what of an answer can be verified, and how
records     the file of a study
tables      the figures as text
"""
