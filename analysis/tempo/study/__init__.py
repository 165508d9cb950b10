"""Studies of the tempo law.

tasks       the work of a study: random endgames solved, games played
play        games between rules of play
records     the file of a study
figures     counts and shares from the records
tables      the figures as text
pictures    the figures as pictures
smallest    the smallest exceptions to the law
"""
