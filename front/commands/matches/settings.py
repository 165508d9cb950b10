"""The settings of matches: the options that all commands share that play games."""

from __future__ import annotations

import dataclasses
import re
import textwrap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from bombe.agents.arena.environment import facts_of
from bombe.agents.arena.log import set_aside
from bombe.agents.arena.match import Match
from bombe.agents.arena.play_modes import in_usual_mode
from bombe.agents.arena.schedule import spec_of_player
from bombe.agents.arena.turn_limits import NODE_MS
from bombe.agents.loading import game_for, is_bundled
from bombe.agents.processes.process import Settings, StartMethod
from bombe.agents.table import agents_of
from bombe.agents.versions import remarks_on
from bombe.analysis.results import with_noun
from bombe.analysis.runs.provenance import commit
from bombe.boards.errors import UsageError
from bombe.boards.game import DEFAULT_GAME, GAMES, game_named
from bombe.boards.shard import WHOLE, Shard
from bombe.commands.matches.openings import (
    OPENINGS,
    OPTIONS,
    begin_on,
    opening_words,
    openings_of,
    random_moves,
    size_of,
)
from bombe.commands.shared.contain_option import contain_option, level_for
from bombe.commands.shared.groups import Number
from bombe.commands.shared.options import take_as
from bombe.commands.shared.output import command_line, notify
from bombe.commands.shared.turns import memory_option, turn_budget, turn_options
from bombe.solvers import Budget
from bombe.solvers.native.cpu import cores
from bombe.solvers.sandbox import Containment

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from bombe.agents.arena.schedule import Pairing
    from bombe.boards.game import Json
    from bombe.commands.shared.options import Option

_AGENTS = "\n".join(
    textwrap.fill(
        ", ".join(entrant.name for entrant in agents_of(name)),
        width=78,
        initial_indent=f"  {name:<7} ",
        subsequent_indent=" " * 10,
    )
    for name in GAMES
)
_TITLES = ", ".join(f"{name} is {game_named(name).title}" for name in GAMES)
NOTES = f"""\b
Agents by --game:
{_AGENTS}

\b
The same command resumes a run that was interrupted; one whose agents have
changed since is refused, and --again begins it anew. Exit codes: 0 done,
2 wrong usage, 3 a log or a board that cannot be used, 5 a solver or a package
of an agent is missing, 130 interrupted."""


@dataclass(frozen=True)
class MatchSettings:
    """How the games of a match are played; `opening` has the options of its game.

    `game` is empty where the agents choose it, see `for_agents`.
    """

    game: str = DEFAULT_GAME
    boards: tuple[str, ...] = ()
    opening: Mapping[str, Any] = field(default_factory=dict)
    openings: str | None = None
    seed: int = 0
    salt: str | None = None
    seconds: float | None = None
    nodes: int | None = None
    start: str = str(StartMethod.SPAWN)
    fresh: bool = False
    memory: int = 0
    contain: str = str(Containment.USUAL)
    inside: str = ""
    node_ms: float = NODE_MS
    oracle: str = "auto"
    oracle_seconds: float = 30.0

    @classmethod
    def of(cls, **options: Any) -> MatchSettings:
        """Return the settings with the options of games put together."""
        opening = {name: options.pop(name) for name in OPTIONS if name in options}
        return cls(opening=opening, **options)

    def for_agents(self, agents: Iterable[str]) -> MatchSettings:
        """Return the settings with the game that the agents play, if none was named."""
        return self if self.game else dataclasses.replace(self, game=game_for(agents))

    def match(self, pairs: Sequence[Pairing]) -> Match:
        """Return the match of these pairings, in their usual play mode if none is named."""
        begin = openings_of(self.game, self.boards, self.opening)
        match = Match(
            pairings=tuple(pairs),
            openings=dataclasses.replace(begin, random_moves=random_moves(self.openings)),
            seed=self.seed,
            salt=self._salt(pairs),
            budget=self._budget,
            settings=Settings(
                start=StartMethod(self.start),
                memory=self.memory << 20 or None,
                contain=Containment(self.contain),
                inside=self.inside,
                fresh=self.fresh,
            ),
            node_ms=self.node_ms,
            oracle=self.oracle,
            oracle_seconds=self.oracle_seconds,
        )
        return in_usual_mode(match)

    def on(self, place: str) -> MatchSettings:
        """Return the settings of games that begin on a board, or on those of a size."""
        boards, opening = begin_on(self.game, self.opening, place)
        return dataclasses.replace(self, boards=boards, opening=opening)

    def where(self) -> str:
        """Return in words where games begin."""
        words = opening_words(self.game, self.boards, self.opening)
        count = random_moves(self.openings)
        return f"{words} after {with_noun(count, 'random move')}" if count else words

    def size(self) -> str:
        """Return the size on which games begin without --board."""
        return size_of(self.game, self.opening)

    def turn(self) -> str:
        """Return in words what a turn may take."""
        seconds, nodes = self._budget.seconds, self.nodes
        limits = [f"{seconds:g} s" if seconds else "", with_noun(nodes, "node") if nodes else ""]
        return " and ".join(filter(None, limits))

    def _salt(self, pairs: Sequence[Pairing]) -> str | None:
        """Return the salt that was given; None to have one drawn, for agents that are not ours."""
        is_ours = all(is_bundled(spec_of_player(name)) for pair in pairs for name in pair)
        return "" if self.salt is None and is_ours else self.salt

    @property
    def _budget(self) -> Budget:
        return turn_budget(self.game, self.seconds, self.nodes)


def match_settings(game: str | None = None, *, turn: bool = True, board: bool = True) -> Option:
    """Take the settings of a match, of one game or any, as `settings`."""
    which = () if game is not None else (_GAME, _BOARD) if board else (_GAME,)
    opening = OPTIONS if game is None else OPENINGS[game].options
    limits = turn_options if turn else ()
    names = {field.name for field in dataclasses.fields(MatchSettings)} | {*opening}
    # An experiment without the limits of turns may have options of its own by these names.
    names -= set() if turn else {"seconds", "nodes"}
    options = (*which, *opening.values(), _OPENINGS, seed_option, salt_option, *limits, *_REST)
    return take_as("settings", MatchSettings.of, *options, names=names)


seed_option = click.option("--seed", type=int, default=0, help="Seed of boards and agents.")
salt_option = click.option(
    "--salt",
    metavar="TEXT",
    help="A secret that stops agents from predicting each other's random numbers. It is drawn and "
    "printed if an agent is not in the list below; give it to play the same games again.",
)
jobs_option = click.option(
    "-j", "--jobs", type=click.IntRange(1), help="Games at once; by default cores minus one."
)
table_as_json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print the table as JSON."
)
again_option = click.option(
    "--again",
    is_flag=True,
    help="Start again; the old log is kept in LOG.1, LOG.2 and so on.",
)
_GAME = click.option(
    "--game",
    type=click.Choice(list(GAMES)),
    callback=lambda _context, _option, value: value or "",
    help=f"The game: {_TITLES}. By default it is the one that the agents play.",
)
_BOARD = click.option(
    "--board",
    "boards",
    multiple=True,
    metavar="BOARD",
    help="Begin on this position: a file, a bundled board or a one-line board; in dots a file or "
    '"3x3: h 0 0; v 1 2"; in other games also their JSON. Repeatable; rounds take turns.',
)
_OPENINGS = click.option(
    "--openings",
    metavar="random:K",
    help="Begin every pair of games after K random moves, drawn from the seed: none scores or "
    "is a bomb. So deterministic agents do not repeat their games.",
)
_REST = (
    click.option(
        "--start",
        type=click.Choice([str(method) for method in StartMethod]),
        default=str(StartMethod.SPAWN),
        help="How the processes of agents are started.",
    ),
    click.option("--fresh", is_flag=True, help="Use a new process for every turn."),
    memory_option,
    contain_option,
    click.option(
        "--inside",
        default="",
        metavar="COMMAND",
        help='Run agents inside this command, such as "bwrap --dev-bind / / --unshare-pid"; '
        "by default, and if it is empty, in none.",
    ),
    click.option(
        "--node-ms",
        type=Number(0),
        default=NODE_MS,
        metavar="MS",
        help="With --nodes, note turns that used far more processor time for a node.",
    ),
    click.option(
        "--oracle",
        default="auto",
        metavar="SOLVER",
        help="The solver that judges moves; `bombe doctor` lists them.",
    ),
    click.option(
        "--oracle-seconds",
        type=Number(0, min_open=True),
        default=30.0,
        help="Time limit to judge a move; a game with an undecided move is void.",
    ),
)


def notify_of_players(matches: Iterable[Match]) -> None:
    """Notify of play modes that nobody asked for, of shared files, of gaps in the sandbox."""
    matches = list(matches)
    for remark in dict.fromkeys(match.remark for match in matches if match.remark):
        notify(remark)
    names = dict.fromkeys(name for match in matches for name in match.players)
    for sentence in remarks_on([*dict.fromkeys(map(spec_of_player, names))]):
        notify(sentence)
    for level in dict.fromkeys(match.settings.contain for match in matches):
        level_for(level, [*map(spec_of_player, names)])


def made_facts(lanes: int, seed: int) -> dict[str, Json]:
    """Return what the records of a command say of it and of this machine."""
    made: dict[str, Json] = {"command": command_line(), "commit": commit(), "seed": seed}
    return {**facts_of(lanes), "made": made}


def begin_anew(logs: Iterable[str | Path]) -> None:
    """Set logs aside, and notify of where they are."""
    for log in logs:
        if kept := set_aside(log):
            notify(f"what was played until now is in {kept}")


def log_name(name: str, match: Match, shard: Shard = WHOLE) -> str:
    """Return the name of the log of a match, so that the same command finds it again."""
    # Folders are given as ./x: the name must not be hidden, nor have dots in the middle.
    return f"{file_name(name)}-{match.settings_fingerprint[:8]}{part_name(shard)}.jsonl"


def part_name(shard: Shard) -> str:
    """Return what the name of a file or folder ends with that a shard writes."""
    return "" if shard == WHOLE else f"-{shard.number}-of-{shard.of}"


def require_salt(matches: Iterable[Match], shard: Shard) -> None:
    """Raise UsageError if each shard would draw a salt of its own."""
    if shard != WHOLE and any(match.salt is None for match in matches):
        raise UsageError(
            f"--shard {shard}: the seeds of agents that are not Bombe's own need a salt that all "
            "shards have: give the same --salt TEXT to each"
        )


def part_remark(shard: Shard) -> str:
    """Return the line that follows the table of a shard."""
    return f"these are the games of shard {shard}; `bombe merge` joins those of all {shard.of}"


def file_name(text: str) -> str:
    """Return a text without what does not belong in the name of a file."""
    return re.sub(r"[^0-9A-Za-z.=,-]+", "_", text.replace("./", "")).lstrip("._")[:80]


def lanes_of(jobs: int | None, *, is_timed: bool) -> int:
    """Return how many games to play at once; one core is left for the referee."""
    available = cores()
    spare = max(1, available - 1)
    if jobs and jobs > spare and is_timed:
        notify(f"-j {jobs} on {available} cores slows timed games down: use -j {spare}")
    return jobs or spare
