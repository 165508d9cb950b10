"""The solvers, a file each; bombe.solvers.table lists them."""
