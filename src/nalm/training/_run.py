"""A run: one network, one task, one seed. The atom of everything that is trained and stored."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from torch import nn

from nalm.errors import InvalidValueError
from nalm.tasks import Distribution, Task
from nalm.training._recipe._recipe import Recipe
from nalm.training._spec import canonical, content_key, describe, numbers, structure, with_numbers

FORMAT = 1
"""Raised when the meaning of a description changes, so that old results are not taken for new."""

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
    """

    network: Callable[[], nn.Module]
    task: Task
    interpolation: Distribution
    extrapolation: Distribution
    recipe: Recipe
    seed: int

    def __post_init__(self) -> None:
        """Check the seed."""
        if not 0 <= self.seed < 2**32:
            raise InvalidValueError(
                f"Run.seed: expected a whole number from 0 to 2³² - 1, found {self.seed}."
            )

    def description(self) -> dict[str, Any]:
        """Describe the run as JSON-able data."""
        return {**json.loads(self._identity.text), "seed": self.seed}

    def with_seed(self, seed: int) -> "Run":
        """Return the same run with another seed, without describing everything anew."""
        # Describing a run costs far more than hashing it, and seeds share everything but their
        # number.
        other = replace(self, seed=seed)
        vars(other)["_identity"] = self._identity
        return other

    @cached_property
    def key(self) -> str:
        """Hash of the description: equal for equal runs, in any process."""
        return content_key(self._identity.template.replace(_GAP, str(self.seed), 1))

    @property
    def signature(self) -> tuple[object, str]:
        """What runs must share to train as one program."""
        return self._identity.signature

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
    """Descriptions that runs with different seeds share, each made when it is first needed."""

    def __init__(self, parts: Mapping[str, Any]) -> None:
        self._parts = parts

    @cached_property
    def text(self) -> str:
        """The description as JSON, without the seed."""
        parts = {name: describe(part) for name, part in self._parts.items()}
        return json.dumps({"format": FORMAT, **parts})

    @cached_property
    def template(self) -> str:
        """The canonical text of the description, with a gap where the seed belongs."""
        parts = {name: canonical(part) for name, part in json.loads(self.text).items()}
        # A key is then the hash of one text with the seed put in, without a description of its own.
        parts["seed"] = _GAP
        return "{" + ",".join(f'"{name}":{parts[name]}' for name in sorted(parts)) + "}"

    @cached_property
    def signature(self) -> tuple[object, str]:
        """What runs must share to train as one program."""
        try:  # where the parameters begin is no part of a program; other numbers are built in
            network: object = json.dumps(describe(self._parts["network"], initial=False))
        except ValueError:  # a lambda or closure: it has no name, but it has an identity
            network = self._parts["network"]
        specs = tuple(self._parts[name] for name in ("task", "interpolation", "recipe"))
        return network, structure(specs)
