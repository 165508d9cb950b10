"""The study of endings: how far exact endgames reach with given seconds, memory and threads.

positions   endings drawn from a seed
study       the plan, the records, and the work of each task: an ending solved within its limits
checks      what of an answer can be verified, and how
results     the table
"""
