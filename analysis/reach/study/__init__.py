"""Studies of the law of reach.

play       seeded games that lead to endgames in the newer play modes
moves      what the law says of every move of a position
tasks      the work of a study: endgames solved
records    the file of a study
figures    counts and shares from the records
tables     the figures as text
pictures   the figures and the smallest positions as pictures
"""
