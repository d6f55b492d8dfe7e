"""All desks of the server, each under a name that nobody can guess."""

import secrets
import threading
import time
from collections.abc import Callable
from typing import final

from nalm.app._desk import Desk

MOST = 24
"""Desks that are kept at a time."""
AGE = 24 * 3600.0
"""Seconds for which a desk is kept whose page is closed."""


@final
class Desks:
    """Keep desks, so that a page finds its own again.

    Args:
        is_active: Whether a visitor is still there.
        most: Desks that are kept.
        age: Seconds for which one is kept that nobody visits.
    """

    def __init__(
        self,
        is_active: Callable[[str], bool] = lambda visitor: True,
        *,
        most: int = MOST,
        age: float = AGE,
    ) -> None:
        self._is_active = is_active
        self._most = most
        self._age = age
        self._desks: dict[str, Desk] = {}
        self._lock = threading.Lock()

    def visit(self, name: str | None, *, visitor: str) -> tuple[str, Desk]:
        """Find a desk, or make one.

        Args:
            name: Of the desk; None for a new one.
            visitor: Who comes.

        Returns:
            Name and desk. A name that is not known is never taken: another is made.
        """
        with self._lock:
            if name is None or name not in self._desks:
                name = secrets.token_urlsafe(16)
                self._desks[name] = Desk(self._is_active)
            desk = self._desks[name]
            desk.visit(visitor)
            given_up = [self._desks.pop(each) for each in self._to_give_up(name)]
        for each in given_up:
            each.close()
        return name, desk

    def close(self) -> None:
        """Close all desks."""
        for desk in self._desks.values():
            desk.close()
        self._desks.clear()

    def _to_give_up(self, visited: str) -> list[str]:
        """Name the desks that are too old, and of those beyond the most the least missed."""
        others = {name: desk for name, desk in self._desks.items() if name != visited}
        wanted = {name for name, desk in others.items() if desk.is_wanted}
        before = time.monotonic() - self._age
        too_old = [n for n, desk in others.items() if n not in wanted and desk.seen_at < before]

        def missed(name: str) -> tuple[bool, bool, float]:
            return name in wanted, others[name].is_used, others[name].seen_at

        rest = sorted(others.keys() - too_old, key=missed)
        return [*too_old, *rest[: max(0, len(rest) + 1 - self._most)]]
