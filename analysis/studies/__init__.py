"""Studies: questions asked of many positions or games, with tables, pictures and files that resume.

study      what a study is, and how the records that its file lacks are made
files      files of records: lines of JSON, the first of which is the plan
joining    the files of shards joined into the file of the whole study
documents  the same for what experiments without logs print with --json
counting   groups and shares, and tables as Markdown
tempo, modes, endings, why    a study each: its plan, records and tasks, its tables and pictures

Studies that need agents are in bombe.agents.learn (neat, perceptron) and bombe.agents.dots.studies.
"""

from typing import TYPE_CHECKING

from bombe.boards.lazy import lazy_exports

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, {})
