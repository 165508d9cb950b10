"""Documents damaged at random, and what reads them: only errors of our own may come of it."""
