"""What a working process says, and what is known after it."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias


@dataclass(frozen=True, kw_only=True)
class Progress:
    """Say how far one part of the work is.

    Args:
        name: Of the part, such as the target.
        fraction: How much of it is done.
        facts: What it has: the stage, and the best formula so far.
    """

    name: str
    fraction: float
    facts: str


@dataclass(frozen=True, kw_only=True)
class Failed:
    """Say that there is no answer.

    Args:
        message: What was expected, found, and what to do.
        expected: Whether the message is for the user; else the program itself failed.
    """

    message: str
    expected: bool = True


@dataclass(frozen=True, kw_only=True)
class Done:
    """Say that the answer lies in its folder."""


Event: TypeAlias = Progress | Failed | Done
_KINDS: Mapping[str, type[Event]] = MappingProxyType(
    {kind.__name__: kind for kind in (Progress, Failed, Done)}
)


@dataclass(frozen=True, kw_only=True)
class State:
    """Hold what is known of a piece of work.

    Args:
        parts: The last progress of each part, in the order of their beginning.
        stopping: Whether the user asked to stop.
        ended: Whether the process has ended.
        is_done: Whether there is an answer.
        failed: Why there is none.
    """

    parts: Mapping[str, Progress] = field(default_factory=dict[str, Progress])
    stopping: bool = False
    ended: bool = False
    is_done: bool = False
    failed: Failed | None = None

    @property
    def fraction(self) -> float:
        """Return how much is done of all parts that have begun."""
        shares = [min(max(each.fraction, 0.0), 1.0) for each in self.parts.values()]
        return sum(shares) / len(shares) if shares else 0.0


def write_event(event: Event) -> str:
    """Write an event as one line.

    Args:
        event: Any.
    """
    return json.dumps([type(event).__name__, asdict(event)])


def read_event(line: str) -> Event:
    """Read what `write_event` wrote.

    Args:
        line: JSON.

    Example:
        >>> read_event(write_event(Done()))
        Done()
    """
    kind, content = json.loads(line)
    return _KINDS[kind](**content)


def after(state: State, event: Event) -> State:
    """Return what is known after an event.

    Args:
        state: What was known before.
        event: What was said.
    """
    if isinstance(event, Progress):
        return replace(state, parts={**state.parts, event.name: event})
    if isinstance(event, Failed):
        return replace(state, failed=event)
    return replace(state, is_done=True)


def after_the_end(state: State, *, code: int, last_words: str) -> State:
    """Return what is known once the process has ended.

    Args:
        state: What it said before.
        code: Its exit code; negative for a signal.
        last_words: The last line that it wrote to its log; may be empty.
    """
    if state.is_done or state.failed is not None:
        return replace(state, ended=True)
    if state.stopping:
        return replace(state, ended=True, failed=Failed(message="Ended without an answer."))
    reason = f": {last_words}" if last_words else ""
    message = (
        f"expected an answer, but the process that searched ended with code {code}{reason}. Your "
        "file and choices are kept. Try again, with fewer rows if memory was short."
    )
    return replace(state, ended=True, failed=Failed(message=message, expected=False))
