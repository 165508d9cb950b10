"""The comparison of solver speeds: verify, then time.

benchmark    `bench`, and its steps: the plan, the header, the run
cases        the boards, in sets
contestants  the solvers: backends, custom solvers, and peers that only this comparison knows
tasks        the questions, and what an answer claims
truth        which claims are wrong: solutions are proof, claims are not
timing       one measured question: alone, in a batch, in a fresh process
race         the check of every board, then interleaved rounds
records      the records of a run, as lines of JSON
result       a run with its figures, tables and pictures
summary      the figures of each contestant on each set
against      what changed since an older run
"""
