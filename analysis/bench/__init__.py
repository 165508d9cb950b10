"""The comparison of solver speeds: verify, then time.

cases        the boards, in sets
contestants  the solvers: backends, one's own, and peers that only this comparison knows
tasks        the questions, and what an answer claims
truth        who is wrong: solutions are proof, claims are not
timing       one measured question: alone, in a batch, in a fresh process
race         the whole run: every board checked, then interleaved rounds
records      what a run leaves behind, as JSON lines
summary      the figures of each contestant on each set; table and pictures draw them
against      what changed since an older run
"""
