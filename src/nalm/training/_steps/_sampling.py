"""Counter-based random numbers: a pure function of (run's seed, step, element).

A batch is the same whatever else trains beside it, nothing has to be stored to resume, and the
generator compiles into the step.

References:
    Jarzynski and Olano, Hash Functions for GPU Rendering, Journal of Computer Graphics Techniques
    9(3), 2020: the function PCG3D.
"""

import math
from functools import partial

import torch
from jaxtyping import Float, Int
from torch import Tensor

from nalm.compilation.passes import keep


def uniform(
    seed: Int[Tensor, "*runs"],
    step: Int[Tensor, ""],
    shape: tuple[int, ...],
    dtype: torch.dtype,
    *,
    start: int = 0,
) -> Float[Tensor, "..."]:
    """Draw independent numbers from U[0, 1).

    It takes all runs at once instead of being batched by `vmap`, which would turn the hash's
    integer constants into single-precision ones.

    Args:
        seed: The seed of each run, int32.
        step: The optimiser step, int32.
        shape: Shape of one run's numbers.
        dtype: float32 (24 random bits a number) or float64 (53 bits).
        start: Numbers of the same step that were drawn before.

    Returns:
        Numbers of shape ``(*runs, *shape)``, multiples of 2⁻²⁴ or 2⁻⁵³.
    """
    # Element, step and run are a word each, so that no two numbers have the same hash input.
    element = _elements(shape, step)
    element = element + start if start else element
    x, y, _ = _pcg3d(element, step, seed.reshape((*seed.shape, *[1] * len(shape))))
    if dtype == torch.float64:
        # 27 and 26 bits of two words make the 53 of a double; the mask removes the sign that `>>`
        # copies.
        high, low = (x >> 5) & 0x7FFFFFF, (y >> 6) & 0x3FFFFFF
        return (high.to(dtype) * 2.0**26 + low.to(dtype)) * 2.0**-53
    return ((x >> 8) & 0xFFFFFF).to(dtype) * 2.0**-24


def _elements(shape: tuple[int, ...], step: Int[Tensor, ""]) -> Int[Tensor, "..."]:
    """Count the elements of one run's numbers.

    Vectors of neighbouring whole numbers are slow to make on a CPU. So one row is kept there, as
    numbers with a point, which are read faster; and it formally depends on the step, since the
    compiler makes anew what depends on nothing.
    """
    *_, last = shape or (1,)
    count = partial(torch.arange, dtype=torch.int32, device=step.device)
    if step.device.type != "cpu" or last > 2**24:  # up to which single precision counts
        return count(math.prod(shape)).reshape(shape)
    column = keep((count(last) + (step & 0)).to(torch.float32)).to(torch.int32)
    return (count(0, math.prod(shape), last).unsqueeze(1) + column).reshape(shape)


def _once(*words: Int[Tensor, "*runs"]) -> tuple[Tensor, ...]:
    """Compute a run's words before the loop over its numbers, where a GPU need not launch another.

    They are stored together, since the compiler stores no single number.
    """
    return words if words[0].device.type != "cpu" else keep(torch.stack(words)).unbind(0)


def _pcg3d(x: Tensor, y: Tensor, z: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Hash three words; int32 arithmetic wraps as the published unsigned arithmetic does."""
    x, y, z = (word * 1664525 + 1013904223 for word in (x, y, z))
    # Only x differs from element to element; y and z are the step and the seed.
    y, z, product = _once(y.expand_as(z), z, y * z)
    x = x + product
    y = y + z * x
    z = z + x * y
    # The mask removes the copies of the sign: together a shift of unsigned words.
    x, y, z = (word ^ ((word >> 16) & 0xFFFF) for word in (x, y, z))
    x = x + y * z
    y = y + z * x
    z = z + x * y
    return x, y, z
