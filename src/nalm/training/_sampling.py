"""Counter-based random numbers: a pure function of (run's seed, step, element).

A batch is the same whatever else trains beside it, nothing has to be stored to resume, and the
generator compiles into the step.

References:
    Jarzynski and Olano, Hash Functions for GPU Rendering, Journal of Computer Graphics Techniques
    9(3), 2020: the function PCG3D.
"""

import torch
from jaxtyping import Float, Int
from torch import Tensor


def uniform(
    seed: Int[Tensor, "*runs"], step: Int[Tensor, ""], shape: tuple[int, ...], dtype: torch.dtype
) -> Float[Tensor, "..."]:
    """Draw independent numbers from U[0, 1).

    It takes all runs at once instead of being batched by `vmap`, which would turn the hash's
    integer constants into single-precision ones.

    Args:
        seed: The seed of each run, int32.
        step: The optimiser step, int32.
        shape: Shape of one run's numbers.
        dtype: float32 (24 random bits a number) or float64 (53 bits).

    Returns:
        Numbers of shape ``(*runs, *shape)``, multiples of 2⁻²⁴ or 2⁻⁵³.
    """
    count = int(torch.Size(shape).numel())
    element = torch.arange(count, dtype=torch.int32, device=seed.device).reshape(shape)
    x, y, _ = _pcg3d(element, step, seed.reshape((*seed.shape, *[1] * len(shape))))
    if dtype == torch.float64:
        high, low = (x >> 5) & 0x7FFFFFF, (y >> 6) & 0x3FFFFFF
        return (high.to(dtype) * 2.0**26 + low.to(dtype)) * 2.0**-53
    return ((x >> 8) & 0xFFFFFF).to(dtype) * 2.0**-24


def _pcg3d(x: Tensor, y: Tensor, z: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Hash three words; int32 arithmetic wraps as the published unsigned arithmetic does."""
    x, y, z = (word * 1664525 + 1013904223 for word in (x, y, z))
    x = x + y * z
    y = y + z * x
    z = z + x * y
    x, y, z = (word ^ ((word >> 16) & 0xFFFF) for word in (x, y, z))
    x = x + y * z
    y = y + z * x
    z = z + x * y
    return x, y, z
