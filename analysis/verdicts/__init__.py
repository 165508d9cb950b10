"""What the laws say of a position: who has the tempo, and what every move changes.

judging    by the tempo law in classic play, by the law of reach in the newer play modes
report     the answer: tempo(position), with the exact margin where it is within reach
"""
