"""The study of the tempo law: random endgames solved, whole games played.

rules        games between rules of play
study        the plan, the records, and the work of each task
results      tables and pictures
exceptions   the smallest exceptions to the law
"""
