"""Answers about many boards at a time, at the speed of the kernel.

audits       `audit_chunk`: the audits of a chunk as records of any form
questions    `count_chunk`, `check_chunk`, `solve_chunk`
batch        what these return, and how what was asked alone is put into place
template     a record with fields in it, which the kernel fills in for every board
single       the record of one result, in the same forms
masks        the forms `masks` and `npy`: their layout and headers, and the reader of such files
many         `bombe.audits`: the audits of a source in batches, for Python
"""
