"""What identifies a run apart from its seed: its descriptions, and the code that it depends on."""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from copy import copy
from functools import cached_property
from typing import Any, final

from nalm._keys import KeyTemplate, canonical
from nalm.errors import InvalidValueError
from nalm.training._sources import is_own
from nalm.training._spec import describe, own_code, structure

FORMAT = 1
"""Raised when the meaning of a description changes, so that old results are not taken for new."""


@final
class Identity:
    """What runs with different seeds share; each description is made when it is first needed.

    The user's code is looked at each time: in a notebook it may change while the parts stay.

    Args:
        parts: Name → network, task, distributions and recipe.
    """

    def __init__(self, parts: Mapping[str, Any]) -> None:
        self._described = _Descriptions(parts)
        self._seen: dict[tuple[object, ...], dict[str, str]] | None = None
        self._signature: tuple[object, ...] | None = None

    def at_once(self) -> "Identity":
        """Return the identity of runs that are made together: they look at the code only once.

        That is when the first of them is asked for its key or signature.
        """
        other = copy(self)
        other._seen, other._signature = {}, None
        return other

    @property
    def description(self) -> dict[str, Any]:
        """The description as JSON-able data, without the seed."""
        parts = json.loads(json.dumps(self._described.parts))
        code = self.code
        # Only where there is such code: runs of our own units keep the keys that they had before.
        return {"format": FORMAT, **parts} | ({"code": code} if code else {})

    @property
    def code(self) -> dict[str, str]:
        """The part of the description that is about code; empty where all of it is ours."""
        return self._hashes(self._described.named)

    @property
    def template(self) -> KeyTemplate:
        """What makes the keys of the seeds."""
        return self._described.template(tuple(self.code.items()))

    @property
    def signature(self) -> tuple[object, ...]:
        """What runs must share to train as one program."""
        if self._signature is not None:
            return self._signature
        network, described, *named = self._described.structure
        with suppress(InvalidValueError):  # code that cannot be read has no key, but it trains
            named += self._hashes(named).items()
        found = network, described, *named
        if self._seen is not None:  # asked for every run of a catalogue, before the first trains
            self._signature = found
        return found

    def _hashes(self, named: Iterable[object]) -> dict[str, str]:
        own = tuple(filter(is_own, named))
        if self._seen is None or not own:
            return own_code(own)
        if own not in self._seen:
            self._seen[own] = own_code(own)
        return self._seen[own]


@final
class _Descriptions:
    """Descriptions of the parts, which no change of their code changes."""

    def __init__(self, parts: Mapping[str, Any]) -> None:
        self._parts = parts
        self._templates: dict[tuple[tuple[str, str], ...], KeyTemplate] = {}

    @property
    def parts(self) -> dict[str, Any]:
        """The description of each part."""
        return self._both[0]

    @property
    def named(self) -> list[object]:
        """The user's classes and functions, of which the descriptions say no more than a name."""
        return self._both[1]

    def template(self, code: tuple[tuple[str, str], ...]) -> KeyTemplate:
        """Return what makes the keys of runs whose code has these hashes."""
        if code not in self._templates:
            texts = {name: canonical(part) for name, part in self.parts.items()}
            texts["format"] = canonical(FORMAT)
            if code:
                texts["code"] = canonical(dict(code))
            self._templates[code] = KeyTemplate(texts)
        return self._templates[code]

    @cached_property
    def _both(self) -> tuple[dict[str, Any], list[object]]:
        named: list[object] = []
        parts = {name: describe(part, named=named) for name, part in self._parts.items()}
        return parts, [each for each in named if is_own(each)]

    @cached_property
    def structure(self) -> tuple[object, ...]:
        """What is built into the program, and the classes and functions that it names."""
        named: list[object] = []
        try:  # where the parameters begin is no part of a program; other numbers are built in
            network: object = json.dumps(
                describe(self._parts["network"], initial=False, named=named)
            )
        except ValueError:  # a lambda or closure: it has no name, but it has an identity
            network = self._parts["network"]
        specs = tuple(self._parts[name] for name in ("task", "interpolation", "recipe"))
        # Test sets of one cohort have as many rows each.
        rows = self._parts["extrapolation"].fixed_rows
        # The classes themselves too: a cell of a notebook that runs twice makes two of one name.
        described = structure(specs, named=named) + (f" {rows} rows" if rows else "")
        return network, described, *named
