"""A run: one network, one task, one seed. The atom of everything that is trained and stored."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from torch import nn

from nalm._keys import SEED
from nalm.errors import InvalidValueError
from nalm.tasks import Distribution, Task
from nalm.training._arguments import Expected, check_fields, check_network
from nalm.training._identity import Identity
from nalm.training._recipe._recipe import Recipe
from nalm.training._spec import numbers, with_numbers

_RANGE = Expected(kind=Distribution, call="Range.interval(1, 2)")
_EXPECTED = {
    "task": Expected(kind=Task, call="SingleModuleTask(operation=Operation.DIV)"),
    "interpolation": _RANGE,
    "extrapolation": _RANGE,
    "recipe": Expected(kind=Recipe, call="Recipe(iterations=50_000)"),
}
_DESCRIBED = ("network", "task", "interpolation", "extrapolation", "recipe")


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
        return {**self._identity.description, SEED: self.seed}

    def with_seed(self, seed: int) -> "Run":
        """Return the same run with another seed, without describing everything anew."""
        return self._seeded(seed, self._identity)

    def with_seeds(self, seeds: Iterable[int]) -> "list[Run]":
        """Return the same run with other seeds.

        They look at the code of the user only once, when the first is asked for its key or
        signature, and depend on it as it is then.
        """
        identity = self._identity.at_once()
        return [self._seeded(seed, identity) for seed in seeds]

    def _seeded(self, seed: int, identity: Identity) -> "Run":
        other = object.__new__(type(self))  # the parts were checked
        vars(other).update(vars(self), seed=seed, _identity=identity)
        vars(other).pop("key", None)
        other._check_seed()
        return other

    @cached_property
    def key(self) -> str:
        """Hash of the description: equal for equal runs, in any process."""
        return self._identity.template.key(self.seed)

    @property
    def signature(self) -> tuple[object, ...]:
        """What runs must share to train as one program."""
        return self._identity.signature

    @property
    def own_code(self) -> Mapping[str, str]:
        """Hash of each class and function outside of `nalm` that it depends on, by name."""
        return self._identity.code

    @cached_property
    def _identity(self) -> Identity:
        return Identity({name: getattr(self, name) for name in _DESCRIBED})

    def numbers(self) -> list[float]:
        """List the numbers in which runs of one signature may differ."""
        return numbers((self.task, self.interpolation, self.recipe))

    def specs(self, values: Sequence[Any]) -> tuple[Task, Distribution, Recipe]:
        """Return the task, the training distribution and the recipe with other numbers.

        Args:
            values: In the order of `numbers`; tensors too, as inside a program.
        """
        return with_numbers((self.task, self.interpolation, self.recipe), values)
