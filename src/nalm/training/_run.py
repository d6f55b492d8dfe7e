"""A run: one network, one task, one seed. The atom of everything that is trained and stored."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from torch import nn

from nalm.errors import InvalidValueError
from nalm.tasks import Distribution, Task
from nalm.training._arguments import Expected, check_fields, check_network
from nalm.training._recipe._recipe import Recipe
from nalm.training._sources import is_own
from nalm.training._spec import (
    canonical,
    content_key,
    describe,
    numbers,
    own_code,
    structure,
    with_numbers,
)

FORMAT = 1
"""Raised when the meaning of a description changes, so that old results are not taken for new."""

_RANGE = Expected(kind=Distribution, call="Range.interval(1, 2)")
_EXPECTED = {
    "task": Expected(kind=Task, call="SingleModuleTask(operation=Operation.DIV)"),
    "interpolation": _RANGE,
    "extrapolation": _RANGE,
    "recipe": Expected(kind=Recipe, call="Recipe(iterations=50_000)"),
}
_DESCRIBED = ("network", "task", "interpolation", "extrapolation", "recipe")
_GAP = "\x00"
"""Stands where no JSON text has anything."""


@dataclass(frozen=True, kw_only=True)
class Run:
    """One training run, identified by its content.

    Args:
        network: Builds the network, from the global random state that the run seeds: a
            module-level function or class, or a `functools.partial` of one.
        task: The function to learn.
        interpolation: Distribution of the training and validation inputs.
        extrapolation: Distribution of the test inputs.
        recipe: How it trains.
        seed: Decides initial parameters, the task's instance and every batch; in [0, 2³²).

    Raises:
        InvalidTypeError: If a part is of another class; the message shows the right call.
        InvalidValueError: If the seed is no such number.
    """

    network: Callable[[], nn.Module]
    task: Task
    interpolation: Distribution
    extrapolation: Distribution
    recipe: Recipe
    seed: int

    def __post_init__(self) -> None:
        """Check what can be wrong before any training starts."""
        check_network("Run.network", self.network)
        check_fields(self, _EXPECTED)
        self._check_seed()

    def _check_seed(self) -> None:
        if not isinstance(self.seed, int) or not 0 <= self.seed < 2**32:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidValueError(
                f"Run.seed: expected a whole number from 0 to 2³² - 1, found {self.seed!r}."
            )

    def description(self) -> dict[str, Any]:
        """Describe the run as JSON-able data."""
        return {**json.loads(self._identity.text), "seed": self.seed}

    def with_seed(self, seed: int) -> "Run":
        """Return the same run with another seed, without describing everything anew."""
        # Describing a run costs far more than hashing it, and seeds share everything but their
        # number.
        other = copy(self)
        vars(other).update(seed=seed, _identity=self._identity)
        vars(other).pop("key", None)
        other._check_seed()
        return other

    @cached_property
    def key(self) -> str:
        """Hash of the description: equal for equal runs, in any process."""
        return content_key(self._identity.template.replace(_GAP, str(self.seed), 1))

    @property
    def signature(self) -> tuple[object, ...]:
        """What runs must share to train as one program."""
        return self._identity.signature

    @property
    def own_code(self) -> Mapping[str, str]:
        """Hash of each class and function outside of `nalm` that it depends on, by name."""
        return self._identity.code

    @cached_property
    def _identity(self) -> "_Identity":
        return _Identity({name: getattr(self, name) for name in _DESCRIBED})

    def numbers(self) -> list[float]:
        """List the numbers in which runs of one signature may differ."""
        return numbers((self.task, self.interpolation, self.recipe))

    def specs(self, values: Sequence[Any]) -> tuple[Task, Distribution, Recipe]:
        """Return the task, the training distribution and the recipe with other numbers.

        Args:
            values: In the order of `numbers`; tensors too, as inside a program.
        """
        return with_numbers((self.task, self.interpolation, self.recipe), values)


class _Identity:
    """Descriptions that runs with different seeds share, each made when it is first needed.

    Only the user's code is looked at each time: in a notebook it may change while the parts stay.
    """

    def __init__(self, parts: Mapping[str, Any]) -> None:
        self._parts = parts
        self._templates: dict[tuple[tuple[str, str], ...], str] = {}

    @property
    def text(self) -> str:
        """The description as JSON, without the seed."""
        code = self.code
        # Only where there is such code: runs of our own units keep the keys that they had before.
        return json.dumps(
            {"format": FORMAT, **self._described[0]} | ({"code": code} if code else {})
        )

    @property
    def code(self) -> dict[str, str]:
        """The part of the description that is about code; empty where all of it is ours."""
        own = self._described[1]
        return own_code(own) if own else {}

    @property
    def template(self) -> str:
        """The canonical text of the description, with a gap where the seed belongs."""
        code = tuple(self.code.items())
        if code not in self._templates:
            parts = {name: canonical(part) for name, part in json.loads(self.text).items()}
            # A key is then the hash of one text with the seed put in, without a description of its
            # own.
            parts["seed"] = _GAP
            written = ",".join(f'"{name}":{parts[name]}' for name in sorted(parts))
            self._templates[code] = "{" + written + "}"
        return self._templates[code]

    @property
    def signature(self) -> tuple[object, ...]:
        """What runs must share to train as one program."""
        network, described, *named = self._structure
        with suppress(InvalidValueError):  # code that cannot be read has no key, but it trains
            named += own_code(named).items()
        return network, described, *named

    @cached_property
    def _described(self) -> tuple[dict[str, Any], list[object]]:
        named: list[object] = []
        parts = {name: describe(part, named=named) for name, part in self._parts.items()}
        return parts, [each for each in named if is_own(each)]

    @cached_property
    def _structure(self) -> tuple[object, ...]:
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
