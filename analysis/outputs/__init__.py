"""Writes the results of runs so that they last: forms, files, their journals, merging.

output       `open_output`: FILE.partial and its journal while it is written, FILE at the end
forms        what goes into a file of each form, and what stands around it; `form_of`
flat         the flat schema and the choice of columns; `columns` declares their types
rendering    makes payloads of records
payload      the records of a chunk, and what is written before and after it
places       where results go, in any process; `sqlite` for databases
files        the names of an output; `failures` what is said where there is no room, `locks`
journal      FILE.made.jsonl; `made` and `fingerprints` are its first line, `progress` its sums
resuming     what an interrupted run has left
merging      the outputs of shards, joined
"""
