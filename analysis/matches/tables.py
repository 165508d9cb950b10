"""Writes what was counted and rated: tables for people, CSV, and PGN headers for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from bombe.analysis.columns import columns, csv_table, decimal, percent
from bombe.analysis.drawing.html import html_table
from bombe.analysis.drawing.look import Look
from bombe.analysis.matches.pairs import Sprt
from bombe.analysis.matches.ratings import Ratings, rate
from bombe.analysis.results import with_noun
from bombe.boards import Rules
from bombe.boards.notes import MAX_NOTES

if TYPE_CHECKING:
    from bombe.analysis.matches.tally import Pairing, PlayerTally, Score, Tally
    from bombe.boards.record import GameRecord, Termination

_PGN_RESULTS = {"1/2": "1/2-1/2"}
_SEATS = ("as 1st", "as 2nd")
"""The columns of the win rates as first and as second player."""


def match_text(
    tally: Tally, look: Look, sprt: Sprt | None = None, anchor: str | None = None
) -> str:
    """Return how a match ended: players, points against each other and differences in strength."""
    pairings = tally.pairings()
    parts = [columns(_player_rows(tally), (1,), look.width)]
    if len(pairings) == 1:
        parts[0] += f"\n{first_player_text(tally)}"
    parts.append(noted_text(tally, look))
    if len(pairings) > 1:
        parts.append(_crosstable(tally, look))
    if len(pairings) == 1:
        parts.append("\n".join(filter(None, [pairing_text(pairings[0], sprt), copies_text(tally)])))
    elif tally.games > tally.voids:
        parts.append(ratings_text(rate(tally, anchor), tally, look))
    return "\n\n".join(filter(None, [*parts, _remarks(tally)]))


def pairing_text(pairing: Pairing, sprt: Sprt | None = None) -> str:
    """Return what the pairs of two players show: score, Elo, likelihood of superiority, SPRT."""
    pairs = pairing.pairs
    lines = [
        f"{pairing.one} against {pairing.other}: {running_score(pairing)}",
        f"{with_noun(pairs.total, 'pair')}, worth 0 to 4 half points: "
        + " ".join(map(str, pairs.counts)),
        f"Elo {pairs.elo()}, likelihood of superiority {100 * pairs.superiority():.2f} %",
    ]
    if pairing.unpaired:
        lines[1] += f"; {with_noun(pairing.unpaired, 'game')} without a partner left out"
    if sprt is not None:
        lines.append(sprt.describe(pairs))
    return "\n".join(lines)


def copies_text(tally: Tally) -> str:
    """Return that games were played again move by move, which proves nothing; "" if none was."""
    if not tally.copies:
        return ""
    played = tally.games - tally.voids
    return (
        f"{tally.copies} of {with_noun(played, 'game')} repeat an earlier one move by move, but "
        "count as independent: the interval is too narrow. --openings random:4 varies where games "
        "begin"
    )


def first_player_text(tally: Tally) -> str:
    """Return the score of the first players against the second players, on one line."""
    first = tally.first
    return f"first player : second player  {running_score(first)}, {percent(first.rate)}"


def noted_text(tally: Tally, look: Look) -> str:
    """Return the means of what players noted in their turns, "" if none noted anything."""
    names = _noted_names(tally)
    rows = [["noted in a turn", *names]]
    rows += [[player.name, *_noted(player, names)] for player in _ranked(tally) if player.notes]
    return columns(rows, (0,), look.width) if names else ""


def ratings_report(ratings: Ratings, tally: Tally, look: Look) -> str:
    """Return the ratings, the means of what players noted, and remarks as below a match."""
    parts = [ratings_text(ratings, tally, look), noted_text(tally, look), _remarks(tally)]
    return "\n\n".join(filter(None, parts))


def void_text(tally: Tally) -> str:
    """Return how many games are void, and why the first one is."""
    first = "" if tally.voids == 1 else "the first: "
    return f"{with_noun(tally.voids, 'game')} void: {first}{tally.void}"


def ratings_text(ratings: Ratings, tally: Tally, look: Look) -> str:
    """Return the ratings as a table, with a note if there are groups that cannot be compared."""
    rows = [["", "player", "Elo", "games", "score", *_SEATS]]
    for rank, (name, estimate) in enumerate(ratings.lines, 1):
        player = tally.players[name]
        elo = "0 (anchor)" if name == ratings.anchor else str(estimate)
        shares = (percent(player.rate), *_seats(player))
        rows.append([str(rank), name, elo, str(player.games), *shares])
    text = f"{columns(rows, (1, 2), look.width)}\n{first_player_text(tally)}"
    if len(ratings.groups) > 1:
        groups = " | ".join(", ".join(group) for group in ratings.groups)
        text += f"\nno game connects these groups: {groups}"
    return "\n".join(filter(None, [text, copies_text(tally)]))


def ratings_csv(ratings: Ratings, tally: Tally) -> str:
    """Return a CSV row for each rated player; unknown values are empty."""
    rows = [_row(rank, tally.players[line.name]) for rank, line in enumerate(ratings.lines, 1)]
    for row, line in zip(rows, ratings.lines, strict=True):
        row.update(line.estimate._asdict())
    return csv_table(rows)


def pgn_headers(records: Iterable[GameRecord]) -> Iterator[str]:
    """Yield each game as PGN headers and its result, without moves."""
    for record in records:
        result = _PGN_RESULTS.get(record.result, record.result)
        tags = {
            "Event": record.match or "?",
            "Site": "?",
            "Date": "????.??.??",
            "Round": record.id,
            "White": record.first,
            "Black": record.second,
            "Result": result,
        }
        yield "\n".join([*(f'[{tag} "{_quoted(text)}"]' for tag, text in tags.items()), "", result])


def match_html(tally: Tally) -> str:
    """Return the table of the players for notebooks."""
    names = _noted_names(tally)
    head, *rows = _player_rows(tally)
    rows = [[*row, *_noted(tally.players[row[1]], names)] for row in rows]
    title = f"{with_noun(tally.games, 'game')} of {tally.game.title}" if tally.game else "no games"
    return html_table(title, [*head[1:], *names], [row[1:] for row in rows])


def _player_rows(tally: Tally) -> list[list[str]]:
    """Return a row for each player, the best score first.

    There are skips where there are bombs, shut-outs in games in which a player can be shut out, and
    processor times, the mean of a turn, where they were measured.
    """
    head = ["", "player", "games", "score", *_SEATS, "won", "drawn", "lost", "forfeits", "margin"]
    head += ["skips", "shut out", "ms: median", "99 %", "worst", "cpu"]
    rows = [head]
    for rank, player in enumerate(_ranked(tally), 1):
        counts = (player.games, player.wins, player.draws, player.losses, player.forfeits.total())
        games, wins, draws, losses, forfeits = map(str, counts)
        row = [str(rank), player.name, games, percent(player.rate), *_seats(player)]
        row += [wins, draws, losses, forfeits]
        row += [decimal(player.margin, "+.2f"), decimal(player.skips, ".2f")]
        row.append(percent(player.shut_out))
        times = *player.latency(0.5, 0.99, 1.0), player.cpu_ms
        rows.append([*row, *(decimal(ms, ".1f") for ms in times)])
    dropped = set[str]()
    if tally.game and not tally.game.has_bombs:
        dropped.add("skips")
    if not any(player.restricted for player in tally.players.values()):
        dropped.add("shut out")
    if not any(player.cpu for player in tally.players.values()):
        dropped.add("cpu")
    kept = [place for place, name in enumerate(head) if name not in dropped]
    return [[row[place] for place in kept] for row in rows]


def _crosstable(tally: Tally, look: Look) -> str:
    """Return the points that each player scored against each other player."""
    ranked = _ranked(tally)
    rows = [["", "points against", *(str(rank) for rank in range(1, len(ranked) + 1))]]
    for rank, player in enumerate(ranked, 1):
        met = [tally.pairing(player.name, other.name) for other in ranked]
        cells = [f"{one.points:g}/{one.games}" if one.games else "." for one in met]
        rows.append([str(rank), player.name, *cells])
    return columns(rows, (1,), look.width)


def _remarks(tally: Tally) -> str:
    """Return remarks on play modes, forfeits with reasons, incidents, games that do not count."""
    lines = [_modes(tally)] if Rules.CLASSIC not in tally.rules or len(tally.rules) > 1 else []
    for player in tally.players.values():
        reasons = [_forfeits(reason, player.forfeits[reason]) for reason in sorted(player.forfeits)]
        if reasons:
            first = f"; the first: {player.forfeit}" if player.forfeit else ""
            lines.append(f"{player.name} forfeited: {', '.join(reasons)}{first}")
        if player.incidents:
            turns = with_noun(player.incidents, "turn")
            lines.append(
                f"{player.name}: {turns} ended badly, but after a proposal that counted; "
                f"the first: {player.incident}"
            )
        if player.excesses:
            turns = with_noun(player.excesses, "turn")
            lines.append(
                f"{player.name}: {turns} took too much or left something running; "
                f"the first: {player.excess}"
            )
        if player.starved:
            turns = with_noun(player.starved, "turn")
            lines.append(
                f"{player.name}: {turns} starved, since other programs kept the machine busy; "
                f"the first {player.starving}; play fewer games at once, or when less runs here"
            )
        if player.remark:
            lines.append(f"{player.name}: {player.remark}")
    if tally.voids:
        lines.append(void_text(tally))
    if tally.repeated:
        lines.append(f"{with_noun(tally.repeated, 'game')} occurred twice and counted once")
    return "\n".join(filter(None, lines))


def _forfeits(reason: Termination, games: int) -> str:
    """Return how many games were lost so, by its name in the log and in words."""
    return f"{games} {reason} ({reason.sentence})"


def _modes(tally: Tally) -> str:
    """Return the play modes of Competitive Sudoku that were played; "" in other games."""
    known = [(rules, tally.rules[rules]) for rules in Rules if tally.rules[rules]]
    if len(known) == 1:
        return f"play mode {known[0][0]}"
    counts = ", ".join(f"{rules} {with_noun(games, 'game')}" for rules, games in known)
    return counts and f"play modes: {counts}"


def _row(rank: int, player: PlayerTally) -> dict[str, Any]:
    row = {"rank": rank, "elo": None, "low": None, "high": None} | player.to_dict()
    times, cpu = row.pop("ms"), row.pop("cpu_ms")
    row["forfeits"] = player.forfeits.total()
    for name in ("first", "second"):
        seat = row.pop(name)
        row |= {f"{name}_{key}": seat[key] for key in ("games", "points", "rate")}
    notes = row.pop("notes")
    row |= {f"ms_{key}": value for key, value in times.items()}
    row |= {f"cpu_ms_{key}": value for key, value in cpu.items()}
    row |= {f"note_{name}": note["mean"] for name, note in notes.items()}
    return {"rank": rank, "name": row.pop("name")} | row


def _ranked(tally: Tally) -> list[PlayerTally]:
    return sorted(tally.players.values(), key=lambda player: -(player.rate or 0))


def running_score(score: Score) -> str:
    """Return the score on one line: `12.5 : 7.5 (+11 =3 -6)`."""
    lost = score.games - score.points
    counts = f"+{score.wins} ={score.draws} -{score.losses}"
    return f"{score.points:g} : {lost:g} ({counts})"


def _seats(player: PlayerTally) -> tuple[str, str]:
    return percent(player.first.rate), percent(player.second.rate)


def _noted_names(tally: Tally) -> list[str]:
    """Return the names of what was noted: the first that came, of all players."""
    names = dict.fromkeys(name for player in tally.players.values() for name in player.notes)
    return list(names)[:MAX_NOTES]


def _noted(player: PlayerTally, names: Sequence[str]) -> list[str]:
    """Return the means of what a player noted, - for what it did not."""
    means = [note.mean if (note := player.notes.get(name)) else None for name in names]
    return [decimal(mean, ".2f" if mean is None or abs(mean) < 100 else ".0f") for mean in means]


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
