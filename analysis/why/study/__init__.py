"""The study of whole games: how the bombs are seen, and how fast chains and cores are found.

positions   positions of seeded games in which only safe moves are played
tasks       each game: its bombs rated, their chains checked, cores and proposals on request
records     the file of a study
figures     how bombs are seen, by how full the board is
tables      the figures as text
pictures    the figures as a picture
peers       smallest cores by other packages
"""
