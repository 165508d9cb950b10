"""Runs: a question about many items, and results that last.

query          what is asked of each item, `Tally` of the answers; `questions` and `boards` are all
sources        where items come from, in numbered chunks
formats/       how answers are written, a file each
output         FILE.partial and its journal while a run writes it, FILE at the end; --resume
run            the loop: a query, a source, an output, workers
joining        outputs of shards, joined
workers        who works: this process, a `pool` of processes, a `cluster` of Dask
arrays         `bombe.audits`, and `mask_files` `bombe.masks`

Each module imports only those before it in this list:

    disk payload records fingerprints made journal answers
    files formats template kernel_answers mask_layout mask_files output
    lines query questions boards kernel_questions sources joining
    feed workers pool cluster run arrays
"""
