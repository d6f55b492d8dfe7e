"""Keys: what identifies a run by its content.

Needs nothing but JSON and hashes: a list of thousands of runs says which of them are stored without
waiting for what trains them.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import final

SEED = "seed"
"""The one part of a description in which the runs of a setting differ."""

_DIGITS = 32


def canonical(description: object) -> str:
    """Write a description as the one JSON text that it has.

    Example:
        >>> canonical({"b": 1.0, "a": None})
        '{"a":null,"b":1.0}'
    """
    return json.dumps(description, sort_keys=True, separators=(",", ":"))


def content_key(text: str) -> str:
    """Hash a description's canonical text to 32 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


@final
class KeyTemplate:
    """Make the keys of runs that differ only in their seed.

    Describing a run costs far more than hashing it, and hashing all of a description far more than
    hashing what comes after the seed.

    Args:
        parts: Name of each other part of the description, in letters of ASCII → its canonical text.

    Example:
        >>> KeyTemplate({"task": '"sum"'}).key(3) == content_key('{"seed":3,"task":"sum"}')
        True
    """

    def __init__(self, parts: Mapping[str, str]) -> None:
        self._parts = dict(parts)
        names = sorted(parts)
        before = "".join(f'"{name}":{parts[name]},' for name in names if name < SEED)
        after = "".join(f',"{name}":{parts[name]}' for name in names if name > SEED)
        self._begun = hashlib.sha256(f'{{{before}"{SEED}":'.encode())
        self._rest = after + "}"

    def __reduce__(self) -> tuple[type["KeyTemplate"], tuple[dict[str, str]]]:
        return KeyTemplate, (self._parts,)  # a hash that has begun cannot be copied to a file

    def key(self, seed: int) -> str:
        """Return the key of the run of a seed."""
        hashed = self._begun.copy()
        hashed.update(f"{seed}{self._rest}".encode())
        return hashed.hexdigest()[:_DIGITS]

    def keys(self, seeds: Iterable[int]) -> list[str]:
        """Return the keys of the runs of several seeds, in their order."""
        return [self.key(seed) for seed in seeds]
