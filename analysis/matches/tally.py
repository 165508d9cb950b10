"""Counts the games of a log, one record at a time: per player, and per pairing of players.

    tally = Tally(read_records(lines))              # or tally.add(record) as games end
    tally.pairing("mcts", "greedy").pairs.elo()     # str() of it is for people
    tally.players["mcts"].wins
    tally.players["mcts"].first.rate                # its win rate as first player; .second
    tally.first                                     # the score of the first players of all games

Pairs of games are recognised by their ids, `<n>a` and `<n>b`, within a match; a pair counts if both
games do. A game that occurs twice (same match, id and players) counts once.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, MutableSequence
from dataclasses import dataclass, field
from typing import Any

from bombe.analysis.matches.pairs import Pairs
from bombe.analysis.matches.territory import seen_from
from bombe.boards.errors import InputError
from bombe.boards.game import AnyGame, Excess
from bombe.boards.notes import MAX_NOTES, Notes, remark_in
from bombe.boards.record import GameRecord, Incident, Termination


@dataclass
class Score:
    """Games won, drawn and lost; a void game is none of these."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    voids: int = 0

    @property
    def games(self) -> int:
        """The games that count."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A point for each win, half a point for each draw."""
        return self.wins + self.draws / 2

    @property
    def rate(self) -> float | None:
        """The share of the points; None if no game counts."""
        return self.points / self.games if self.games else None

    def count(self, half_points: int | None) -> None:
        """Count a game by its half points: 2 won, 1 drawn, 0 lost, None void."""
        self.wins += half_points == 2
        self.draws += half_points == 1
        self.losses += half_points == 0
        self.voids += half_points is None

    def score_dict(self) -> dict[str, Any]:
        """Return the counts as plain values."""
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "voids": self.voids,
            "points": self.points,
        }

    def reversed(self) -> Score:
        """Return the same games from the opponent's point of view."""
        return Score(self.losses, self.draws, self.wins, self.voids)


@dataclass
class SeatedScore(Score):
    """The score of a player, also in the games in which it was the first or the second player."""

    first: Score = field(default_factory=Score)
    second: Score = field(default_factory=Score)

    def count_in(self, seat: int, half_points: int | None) -> None:
        """Count a game of player 1 or 2."""
        self.count(half_points)
        (self.first if seat == 1 else self.second).count(half_points)

    def seats_dict(self) -> dict[str, Any]:
        """Return the counts as first and as second player, with the win rates."""
        seats = {"first": self.first, "second": self.second}
        return {name: {**seat.score_dict(), "rate": seat.rate} for name, seat in seats.items()}


@dataclass
class NoteTally:
    """A number that a player noted, over the turns in which it noted it."""

    turns: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        """The mean of these turns."""
        return self.total / max(1, self.turns)

    def count(self, number: float) -> None:
        """Count the number of another turn."""
        self.turns += 1
        self.total += number


@dataclass
class PlayerTally(SeatedScore):
    """The counts of one player over all its games; `turns` holds the milliseconds of its moves.

    `cpu` has the milliseconds of processor time of those turns of which it was measured. `notes`
    has what the player noted in its turns, by name: the first names that came. `incident` is how
    the first of the incidents ended, `excess` what the first of the excesses was, `starving` what
    the first of the `starved` turns lost to other programs, `forfeit` the reason of the first
    forfeit, `remark` the first remark on a note that was dropped. In `shut_outs` of the
    `restricted` games, those in which a player can be, it was shut out.
    """

    name: str = ""
    forfeits: Counter[Termination] = field(default_factory=Counter)
    bombs: int = 0
    incidents: int = 0
    incident: str = ""
    excesses: int = 0
    excess: str = ""
    starved: int = 0
    starving: str = ""
    forfeit: str = ""
    remark: str = ""
    restricted: int = 0
    shut_outs: int = 0
    margins: list[int] = field(default_factory=list)
    turns: MutableSequence[float] = field(default_factory=lambda: array("d"))
    cpu: MutableSequence[float] = field(default_factory=lambda: array("d"))
    notes: dict[str, NoteTally] = field(default_factory=dict)

    @property
    def margin(self) -> float | None:
        """The mean score difference of the games that were played to their end."""
        return sum(self.margins) / len(self.margins) if self.margins else None

    @property
    def shut_out(self) -> float | None:
        """The share of its games in which it was shut out, of those in which it could be."""
        return self.shut_outs / self.restricted if self.restricted else None

    @property
    def cpu_ms(self) -> float | None:
        """The mean processor time of its turns in milliseconds; None if it was not measured."""
        return sum(self.cpu) / len(self.cpu) if self.cpu else None

    @property
    def skips(self) -> float | None:
        """The mean number of bombs played in a game, void games included."""
        played = self.games + self.voids
        return self.bombs / played if played else None

    def latency(self, *shares: float) -> list[float | None]:
        """Return quantiles of the turns' milliseconds: 0.5 is the median, 1 the worst."""
        ordered, last = sorted(self.turns), len(self.turns) - 1
        return [ordered[round(share * last)] if ordered else None for share in shares]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON or a row of CSV."""
        median, late, worst = self.latency(0.5, 0.99, 1.0)
        return {
            "name": self.name,
            **self.score_dict(),
            **self.seats_dict(),
            "forfeits": {reason.value: self.forfeits[reason] for reason in sorted(self.forfeits)},
            "incidents": self.incidents,
            "excesses": self.excesses,
            "starved": self.starved,
            "margin": self.margin,
            "skips": self.skips,
            "restricted": self.restricted,
            "shut_outs": self.shut_outs,
            "ms": {"median": median, "p99": late, "worst": worst},
            "cpu_ms": {"mean": self.cpu_ms, "total": sum(self.cpu), "turns": len(self.cpu)},
            "notes": {
                name: {"mean": note.mean, "turns": note.turns} for name, note in self.notes.items()
            },
        }

    def count_incident(self, incident: Incident) -> None:
        """Count a turn with an incident; keep the words of the first of each kind."""
        if incident.ending == Excess.STARVED:
            self.starved += 1
            self.starving = self.starving or incident.detail
        elif incident.ending in list(Excess):
            self.excesses += 1
            self.excess = self.excess or incident.words
        else:
            self.incidents += 1
            self.incident = self.incident or incident.words

    def count_notes(self, notes: Notes) -> None:
        """Count the notes of a turn."""
        for name, number in notes:
            if name in self.notes or len(self.notes) < MAX_NOTES:
                self.notes.setdefault(name, NoteTally()).count(number)


@dataclass
class Pairing(SeatedScore):
    """The games of two players, from the point of view of `one`: `first` are those it began."""

    one: str = ""
    other: str = ""
    pairs: Pairs = field(default_factory=Pairs)

    @property
    def unpaired(self) -> int:
        """The number of games that count but whose partner does not."""
        return self.games - 2 * self.pairs.total

    def mirrored(self) -> Pairing:
        """Return the same games from the point of view of `other`."""
        return Pairing(
            wins=self.losses,
            draws=self.draws,
            losses=self.wins,
            voids=self.voids,
            first=self.second.reversed(),
            second=self.first.reversed(),
            one=self.other,
            other=self.one,
            pairs=self.pairs.mirrored(),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: the counts, Elo with its interval, likelihood of superiority."""
        return {
            "one": self.one,
            "other": self.other,
            **self.score_dict(),
            **self.seats_dict(),
            "pairs": list(self.pairs.counts),
            **self.pairs.elo()._asdict(),
            "superiority": self.pairs.superiority(),
        }


class PairFinder:
    """Finds the partner of each game: `<n>a` and `<n>b` of a match, with the sides swapped."""

    def __init__(self) -> None:
        # The side and the half points of games whose partner has not come.
        self._waiting: dict[tuple[str, ...], tuple[str, int]] = {}

    def worth(self, record: GameRecord, half_points: int | None, *of: str) -> int | None:
        """Return the half points of a pair once both games have come; `of` tells pairs apart."""
        number, side = record.id[:-1], record.id[-1:]
        if half_points is None or side not in ("a", "b"):
            return None
        key = (record.match, number, *of)
        partner = self._waiting.pop(key, None)
        if partner and partner[0] != side:
            return partner[1] + half_points
        self._waiting[key] = side, half_points
        return None


class Tally:
    """All that is counted; players and pairings are in the order in which they appeared.

    `first` is the score of whoever was the first player, `void` why the first void game is void,
    `copies` how many games have the players, the start and the moves of an earlier one,
    `rules` how many games were played in which play mode or by which rules.
    """

    def __init__(self, records: Iterable[GameRecord] = ()) -> None:
        self.game: AnyGame | None = None
        self.players: dict[str, PlayerTally] = {}
        self.first = Score()
        self.games = 0
        self.voids = 0
        self.void = ""
        self.repeated = 0
        self.copies = 0
        self.rules: Counter[str] = Counter()
        self._pairings: dict[tuple[str, str], Pairing] = {}
        self._seen: set[tuple[str, ...]] = set()
        self._played: set[int] = set()
        self._pairs = PairFinder()
        for record in records:
            self.add(record)

    def add(self, record: GameRecord) -> None:
        """Count another game."""
        key = (record.match, record.id, *record.players)
        self.game = self.game or record.game
        check_game(record, self.game)
        if record.match and key in self._seen:
            self.repeated += 1
            return
        self._seen.add(key)
        self.games += 1
        self.rules[record.game.variant(record.start)] += 1
        if record.termination is Termination.VOID:
            self.voids += 1
            self.void = self.void or record.reason
        else:
            self._count_copy(record)
        self.first.count(half_points_of(record, 1))
        for seat, seen in enumerate(seen_from(record), 1):
            player = self._add_player(record, seat)
            player.restricted += seen.is_restricted
            player.shut_outs += seen.shut_out is not None
        if record.first != record.second:
            self._add_pairing(record)

    def pairing(self, one: str, other: str) -> Pairing:
        """Return the games of two players from the point of view of `one`; they may have none."""
        if (other, one) in self._pairings:
            return self._pairings[other, one].mirrored()
        return self._pairings.get((one, other)) or Pairing(one=one, other=other)

    def pairings(self) -> list[Pairing]:
        """Return the pairings that were played."""
        return list(self._pairings.values())

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {
            "games": self.games,
            "voids": self.voids,
            "repeated": self.repeated,
            "copies": self.copies,
            "rules": dict(self.rules),
            "first_player": {**self.first.score_dict(), "rate": self.first.rate},
            "players": [player.to_dict() for player in self.players.values()],
            "pairings": [pairing.to_dict() for pairing in self.pairings()],
        }

    def _count_copy(self, record: GameRecord) -> None:
        """Count a game that was played before, move by move; nobody moved in a game without."""
        moves = tuple((ply.move, ply.is_bomb) for ply in record.plies)
        played = hash((record.players, record.start, moves, record.termination))
        self.copies += bool(moves) and played in self._played
        self._played.add(played)

    def _add_player(self, record: GameRecord, seat: int) -> PlayerTally:
        name = record.players[seat - 1]
        player = self.players.setdefault(name, PlayerTally(name=name))
        player.count_in(seat, half_points_of(record, seat))
        if record.termination is Termination.SCORE:
            player.margins.append(record.scores[seat - 1] - record.scores[2 - seat])
        elif record.termination.is_forfeit and record.winner != seat:
            player.forfeits[record.termination] += 1
            player.forfeit = player.forfeit or record.reason.removeprefix(f"player {seat} ")
        for incident in record.incidents:
            if incident.player == seat:
                player.count_incident(incident)
        mine = [ply for ply in record.plies if ply.player == seat]
        player.bombs += sum(ply.is_bomb for ply in mine)
        player.turns.extend(ply.ms for ply in mine)
        player.cpu.extend(ply.cpu_ms for ply in mine if ply.cpu_ms)
        for ply in mine:
            player.count_notes(ply.notes)
            player.remark = player.remark or remark_in(ply.output)
        return player

    def _add_pairing(self, record: GameRecord) -> None:
        one, other = record.players
        # Games may end in any order; a pairing has the order of its a games, b games swap it.
        if (other, one) in self._pairings or (
            record.id.endswith("b") and (one, other) not in self._pairings
        ):
            one, other = other, one
        pairing = self._pairings.setdefault((one, other), Pairing(one=one, other=other))
        seat = 1 + (record.second == one)
        half_points = half_points_of(record, seat)
        pairing.count_in(seat, half_points)
        if (worth := self._pairs.worth(record, half_points, one, other)) is not None:
            pairing.pairs = pairing.pairs.plus(worth)


def check_game(record: GameRecord, game: AnyGame) -> None:
    """Raise if a record is not one of this game: sums over two games would mean nothing."""
    if record.game is not game:
        raise InputError(
            f"game {record.id} is a game of {record.game.name}, the games before it are of "
            f"{game.name}: count the logs of each game separately"
        )


def half_points_of(record: GameRecord, seat: int) -> int | None:
    """Return what a game is worth to a seat: 2 won, 1 drawn, 0 lost, None void."""
    if record.termination is Termination.VOID:
        return None
    return 1 if record.winner == 0 else 2 * (record.winner == seat)
