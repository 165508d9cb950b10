"""Matches that several machines share.

    pair_work       one pair of games as a picklable value, and how it is played anywhere
    cluster         the pairs of a match on a Dask cluster
    merging         the logs of the shards of a match, joined and checked
    folders         the same for the folders of an experiment
    kinds           which of these, or of a study, some files are

Shards need none of this to be played: each is a match of its own, see bombe.boards.shard.
"""
