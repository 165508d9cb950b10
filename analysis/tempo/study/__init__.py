"""Studies: measurements behind what the analysis says, repeated by one command, resumable."""
