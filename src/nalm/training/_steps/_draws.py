"""Random numbers that modules draw while they train: dropout, noise.

PyTorch's generators would give a run other numbers in every cohort. Here a step's draws are made of
the run's seed, the step and the place of the number among the step's, so that a run meets the same
ones wherever and however it trains, and none has to be stored to resume.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, final

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode

from nalm.compilation.passes import keep
from nalm.errors import InvalidValueError
from nalm.training._steps._sampling import uniform

aten = torch.ops.aten


def drawing(
    noise: Mapping[str, Tensor], step: Tensor, *, dtype: torch.dtype
) -> AbstractContextManager[Any]:
    """Return the context in which a step calls its networks under `vmap`.

    Args:
        noise: The seed of each run; empty where the network draws nothing.
        step: The step, counted from 0.
        dtype: Precision of numbers that are drawn without saying one.
    """
    return Draws(noise["seed"], step, dtype=dtype) if noise else nullcontext()


@final
class Draws(TorchDispatchMode):
    """Replaces random operations on all runs at once, the first dimension of their tensors.

    It stands below `vmap`, which therefore has to be told ``randomness="different"``.

    Args:
        seed: The seed of each run `(runs,)`.
        step: The step, counted from 0.
        dtype: Precision of numbers that are drawn without saying one.

    Attributes:
        count: Numbers of a run drawn so far.
    """

    def __init__(self, seed: Tensor, step: Tensor, *, dtype: torch.dtype) -> None:
        super().__init__()  # pyright: ignore[reportUnknownMemberType]
        self.count = 0
        self._seed = seed
        self._dtype = dtype
        # Batches have steps from 0 on as their word, and these the negative numbers.
        self._word = -1 - step

    def __torch_dispatch__(
        self,
        func: Any,  # noqa: ANN401  (an operation)
        types: object,
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401
        kwargs = kwargs or {}
        if func in _DRAWN:
            return _DRAWN[func](self, *args, **kwargs)
        if torch.Tag.nondeterministic_seeded in func.tags:
            raise InvalidValueError(
                "network: expected random numbers from rand, randn, bernoulli, uniform_, normal_ "
                f"or a dropout; found {func}. Make them of those."
            )
        return func(*args, **kwargs)

    def uniform(
        self, size: Sequence[int], dtype: torch.dtype | None = None, *, each: int = 1
    ) -> Tensor:
        """Draw numbers of U[0, 1) of shape `(runs, each, …)`; without `each` where it is 1.

        Args:
            size: `(runs, …)`.
            dtype: Their precision.
            each: How many for an element.
        """
        shape = tuple(size[1:]) if each == 1 else (each, *size[1:])
        start, self.count = self.count, self.count + math.prod(shape)
        wide = torch.float64 if (dtype or self._dtype) == torch.float64 else torch.float32
        drawn = uniform(self._seed, self._word, shape, wide, start=start)
        return _stored(drawn).to(dtype or self._dtype)

    def normal(self, size: Sequence[int], dtype: torch.dtype | None = None) -> Tensor:
        """Draw standard normal numbers, by the method of Box and Muller."""
        first, second = self.uniform(size, dtype, each=2).unbind(1)
        # 1 - u lies in (0, 1], where the logarithm is finite.
        return (-2 * torch.log1p(-first)).sqrt() * torch.cos(2 * math.pi * second)

    def mask(self, like: Tensor, p: float | Tensor) -> Tensor:
        """Draw truth values, each true with probability `p`, in the shape of a tensor."""
        return self.uniform(like.shape, like.dtype) < p


def _stored(drawn: Tensor) -> Tensor:
    """Mark numbers of a batch as stored with its samples innermost, as the batch itself is.

    Otherwise the hash is computed again for every use of a number, and for its gradient.
    """
    if drawn.ndim < 3 or drawn.device.type != "cpu":
        return drawn
    return keep(drawn.movedim(1, -1).contiguous()).movedim(-1, 1)


def _rand(draws: Draws, size: Sequence[int], *, dtype: Any = None, **_: object) -> Tensor:  # noqa: ANN401
    return draws.uniform(size, dtype)


def _rand_like(draws: Draws, like: Tensor, *, dtype: Any = None, **_: object) -> Tensor:  # noqa: ANN401
    return draws.uniform(like.shape, dtype or like.dtype)


def _randn(draws: Draws, size: Sequence[int], *, dtype: Any = None, **_: object) -> Tensor:  # noqa: ANN401
    return draws.normal(size, dtype)


def _randn_like(draws: Draws, like: Tensor, *, dtype: Any = None, **_: object) -> Tensor:  # noqa: ANN401
    return draws.normal(like.shape, dtype or like.dtype)


def _bernoulli(draws: Draws, p: Tensor, value: float | None = None, **_: object) -> Tensor:
    return draws.mask(p, p if value is None else value).to(p.dtype)


def _bernoulli_(draws: Draws, x: Tensor, p: float | Tensor = 0.5, **_: object) -> Tensor:
    return x.copy_(draws.mask(x, p))


def _uniform_(draws: Draws, x: Tensor, low: float = 0, high: float = 1, **_: object) -> Tensor:
    return x.copy_(low + (high - low) * draws.uniform(x.shape, x.dtype))


def _normal_(draws: Draws, x: Tensor, mean: float = 0, std: float = 1, **_: object) -> Tensor:
    return x.copy_(mean + std * draws.normal(x.shape, x.dtype))


def _dropout(draws: Draws, x: Tensor, p: float, train: bool | None) -> tuple[Tensor, Tensor]:
    if train is False:
        return x.clone(), torch.ones_like(x, dtype=torch.bool)
    mask = draws.mask(x, 1 - p)
    return x * mask * (0.0 if p == 1 else 1 / (1 - p)), mask


_DRAWN: dict[object, Callable[..., Any]] = {
    aten.rand.default: _rand,
    aten.rand_like.default: _rand_like,
    aten.randn.default: _randn,
    aten.randn_like.default: _randn_like,
    aten.bernoulli.default: _bernoulli,
    aten.bernoulli.p: _bernoulli,
    aten.bernoulli_.float: _bernoulli_,
    aten.bernoulli_.Tensor: _bernoulli_,
    aten.uniform_.default: _uniform_,
    aten.normal_.default: _normal_,
    aten.native_dropout.default: _dropout,
}
