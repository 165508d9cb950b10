"""The study of the newer play modes: how far the law of reach holds.

play      seeded games that lead to endgames in the newer play modes
study     the plan, the records, and the work of each task: endgames solved
results   tables and pictures
"""
