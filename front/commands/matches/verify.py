"""`bombe verify`: whether logs of games hold, and all that is wrong with those that do not."""

from __future__ import annotations

import json
from typing import Any

import click

from bombe.agents.arena.log import faults_of
from bombe.analysis.matches.verification.findings import LogFault
from bombe.analysis.matches.verification.logs import LogCheck, summary
from bombe.boards.visible import visible
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Command
from bombe.commands.shared.output import say


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe verify match.jsonl
  bombe verify *.jsonl --json
  bombe verify console.txt              a log of the course framework

\b
Exit codes: 0 everything was checked and holds, 2 wrong usage, 3 a log has a fault or
cannot be used, 4 no fault, but not everything could be checked.""",
)
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def verify(logs: tuple[str, ...], *, as_json: bool) -> int:
    """Check LOGs line by line, and show all faults.

    Each game is replayed by the rules: players, moves, points, scores, winner and how it ended. A
    solver checks which moves were bombs. The hashes show lines that were edited, moved or removed
    after they were written. They use no secret key, so they prove nothing against somebody who
    computes them again. Games without a hash are replayed, and the command ends with exit code 4:
    Bombe 0.2, the page and the course framework write no hashes.
    """
    checks = [LogCheck(path) for path in logs]
    documents = []
    for check in checks:
        found = []
        for fault in faults_of(check.source, check):
            found.append(_document(fault))
            if not as_json:
                say(visible(str(fault)))
        documents.append({**check.to_dict(), "faults": found})
    holds = not any(check.faulty for check in checks)
    if as_json:
        document = {"schema": "bombe.verification/1", "holds": holds, "logs": documents}
        click.echo(json.dumps(document))
    else:
        say(summary(checks))
    if not holds:
        return Exit.BAD_INPUT
    is_all = not any(check.unchained or check.undecided for check in checks)
    return Exit.DONE if is_all else Exit.OUT_OF_BUDGET


def _document(fault: LogFault) -> dict[str, Any]:
    return {"line": fault.place.line or None, "game": fault.game or None, "problem": fault.problem}
