"""Garbage collection in the process of one command.

What imports make lives to the end, and there is much of it: to look through it for garbage, while
it is made and when the process ends, takes longer than most commands take.
"""

import gc

_is_paused = False


def pause() -> None:
    """Collect no garbage while the command is imported."""
    global _is_paused  # noqa: PLW0603 - of the process, as the collector is
    _is_paused = True
    gc.disable()


def resume() -> None:
    """Collect garbage from now on, but none of what there is; nothing if it was not paused."""
    global _is_paused  # noqa: PLW0603 - as above
    if _is_paused:
        _is_paused = False
        gc.freeze()
        gc.enable()


def leave() -> None:
    """Leave what there is to the system, which takes all memory of a process that ends."""
    gc.freeze()
