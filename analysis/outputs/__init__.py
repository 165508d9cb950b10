"""Writes the results of runs so that they last: forms, files, their journals, merging."""
