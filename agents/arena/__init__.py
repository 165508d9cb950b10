"""Games between agents: seats, referee, schedule, lanes, log, matches and experiments."""

from bombe.boards.lazy import lazy_exports

TYPE_CHECKING = False
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, {})
