"""What the records of matches say: pairs, ratings, win rates, replays, lost points."""
