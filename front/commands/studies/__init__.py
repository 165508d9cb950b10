"""`bombe study`: the measurements behind what the analysis says, repeated by one command."""
