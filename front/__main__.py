"""Runs the command: `python -m bombe` does what `bombe` does."""

import sys

from bombe.commands import main

sys.exit(main())
