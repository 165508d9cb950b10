"""Dask's loggers, kept off the user's terminal: what matters is raised as an error."""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_SILENCED = ("distributed", "distributed.client", "distributed.gc", "tornado", "asyncio", "bokeh")


def silence() -> None:
    """Keep Dask's log of this process off the terminal from here on."""
    for name in _SILENCED:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep Dask's log off the terminal."""
    loggers = [logging.getLogger(name) for name in _SILENCED]
    levels = [logger.level for logger in loggers]
    try:
        silence()
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
