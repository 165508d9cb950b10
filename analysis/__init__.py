"""What follows from what is true of a board: audits, generation, comparison, pictures."""

if __name__ == "analysis":
    raise ImportError(
        "this folder is the package bombe.analysis: `pip install .`, then import that"
    )
