"""The study of whole games: how the bombs are seen, and how fast chains and cores are found.

study     the plan, the records, and the positions of seeded games
looking   each position: its bombs rated, their chains checked, cores and proposals on request
figures   how bombs are seen, and what agents propose
results   tables and pictures
peers     smallest cores by other packages
"""
