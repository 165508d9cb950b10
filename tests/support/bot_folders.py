"""Folders with a bot of OpenSpiel for KU Leuven's tournament, as authors write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

MAIN = "dotsandboxes_agent.py"
AGENT = """\
import random
import sys

import pyspiel


def get_agent_for_tournament(player_id):
    return Agent(player_id)


class Agent(pyspiel.Bot):
    def __init__(self, player_id):
        pyspiel.Bot.__init__(self)
        self.player_id = player_id
        self.restarts, self.heard, self.made = [], [], []

    def restart_at(self, state):
        self.restarts.append(state.history())
        self.heard, self.made = [], []

    def inform_action(self, state, player_id, action):
        assert action in state.legal_actions()
        assert player_id != self.player_id
        self.heard.append((len(state.history()), player_id, action))

    def step(self, state):
        assert state.current_player() == self.player_id
        action = self.choose(state)
        self.made.append((len(state.history()), self.player_id, action))
        return action

    def choose(self, state):
"""
CHOICES = {
    "first": "return state.legal_actions()[0]",
    "random": "return random.choice(state.legal_actions())",
    "keeps_count": "start, actions = self.restarts[-1], sorted([*self.heard, *self.made])\n"
    "assert start + [action for _, _, action in actions] == state.history()\n"
    "return state.legal_actions()[-1]",
    "spoils": "action = state.legal_actions()[0]\n"
    "while not state.is_terminal():\n"
    "    state.apply_action(state.legal_actions()[0])\n"
    "return action",
    "reads_size": "parameters = state.get_game().get_parameters()\n"
    "rows, columns = parameters['num_rows'], parameters['num_cols']\n"
    "assert (rows, columns) == (2, 3)\n"
    "return max(state.legal_actions())",
    "drawn": "return (state.history() or [0])[0]",
    "invalid": "return pyspiel.INVALID_ACTION",
    "nothing": "return None",
    "crash": "return {}[state.current_player()]",
    "exits": "sys.exit(4)",
    "hang": "import time\ntime.sleep(60)",
}
"""What bots do in a turn."""


def bot_folder(home: Path, choice: str, name: str = "") -> str:
    """Write a folder as in 2023, one file; return its path."""
    lines = "".join(f"        {line}\n" for line in CHOICES[choice].splitlines())
    return written(home / (name or f"group_{choice}"), {MAIN: AGENT + lines})


def package_folder(home: Path, name: str = "group_24") -> str:
    """Write a folder as in 2024, the bot below it with modules and data; return its path."""
    choose = (
        "        assert pathlib.Path('weights.txt').read_text() == WEIGHTS\n"
        "        return preferred(state.legal_actions(), WEIGHTS)\n"
    )
    head = (
        "import os, pathlib\n"
        "from helpers.preferences import preferred\n"
        "package_directory = os.path.dirname(os.path.abspath(__file__))\n"
        "with open(os.path.join(package_directory, 'weights.txt')) as file:\n"
        "    assert open('weights.txt').read() == file.read()\n"
        "WEIGHTS = open(os.path.join(package_directory, 'weights.txt')).read()\n"
    )
    files = {
        "README.md": "A bot.\n",
        f"dotsandboxes_agent/{MAIN}": head + AGENT + choose,
        "dotsandboxes_agent/weights.txt": "last",
        "dotsandboxes_agent/helpers/__init__.py": "",
        "dotsandboxes_agent/helpers/preferences.py": "def preferred(actions, weights):\n"
        "    return actions[-1] if weights == 'last' else actions[0]\n",
    }
    return written(home / name, files)


def written(folder: Path, files: dict[str, str]) -> str:
    """Write files into a folder; return its path."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return str(folder)
