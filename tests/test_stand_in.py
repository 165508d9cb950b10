"""Full games in the stand-in of the course framework, with our oracle program as its judge."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from oracle_program import installed, text_of
from stand_in.play import Played, play

from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.reading import read
from bombe.solvers import Verdict, get

