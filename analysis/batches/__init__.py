"""Answers about many boards at a time, at the speed of the kernel.

audits       `audit_chunk`: the audits of a chunk as records of any form
questions    `count_chunk`, `check_chunk`, `solve_chunk`
batch        what these return, and how what is asked alone is put into place
making       how they make their records
template     a record with fields in it, which the kernel fills in for every board
single       the record of one result, in the same forms
lines        what people see of one answer among many
masks        the forms `masks` and `npy`: their records and headers
mask_files   `bombe.masks`: the reader of such files
many         `bombe.audits`: the audits of a source in batches, for Python
"""
