"""What sections 2 and 3 derive about initial weights, against random sampling."""

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pandas as pd  # pyright: ignore[reportMissingTypeStubs]
import torch
from torch import Tensor
from torch.func import functional_call, vmap

from nalm._typing import FloatArray
from nalm.experiments._chart import Chart, Mark
from nalm.experiments._computation import Computation
from nalm.experiments.catalogue._madsen2020._problem import INTERPOLATION, sums_of_inputs
from nalm.tasks import Operation, evaluation_set
from nalm.units import NAC, NMU, NACMul, Unit

NETWORKS = 20_000
"""Initial weights over which the expected gradient is averaged."""

OUTPUTS = 2_000
"""Initial weights over which the expected output is averaged."""

HIDDEN_SIZES = (2, 5, 10)

OBSERVATIONS = 100_000
"""Samples in a point of the appendix's figure, as published."""

EPSILON = 1e-7

Z95 = 1.959964
"""Quantile of the normal distribution for intervals of 95 %."""


class Mean(NamedTuple):
    """A mean with its interval."""

    mean: float
    low: float
    high: float


def experiments() -> list[Computation]:
    """List the computations of this file."""
    return [_gradients(), _outputs(), _moments()]


def _gradients() -> Computation:
    return Computation(
        name="madsen2020/gradient-expectation",
        title="Expected gradients of a NAC+ at its initial weights",
        source="Section 2.2, equation 4",
        compute=_gradients_table,
        chart=Chart(
            mark=Mark.POINTS,
            x="parameter",
            y="mean",
            low="low",
            high="high",
            panel="quantity",
            labels=(("mean", "gradient, mean over the inputs"),),
        ),
        note=(
            "Computed in a second from 20,000 initial weights of a NAC+ with 100 inputs. "
            "Expected: the product of expectations, which is the paper's equation, is 0 for "
            "m̂ and far from it for ŵ. The equation takes its factors for independent; they "
            "are not, as the loss depends on the weight, so that the expectation itself is "
            "not exactly 0 for m̂, but thousands of times smaller than for ŵ."
        ),
    )


def _outputs() -> Computation:
    return Computation(
        name="madsen2020/output-expectation",
        title="Expected output of a NAC• and of an NMU at their initial weights",
        source="Sections 2.3 and 3.2",
        compute=_outputs_table,
        chart=Chart(
            mark=Mark.LINE,
            x="z",
            y="mean",
            low="low",
            high="high",
            series="unit",
            panel="hidden size",
            log_y=True,
            labels=(("z", "input"), ("mean", "expected output")),
        ),
        note=(
            "Computed in a second, with all inputs equal to z. Expected: at least 1 for the "
            "NAC•, whatever z is, and ((1 + z) / 2)^H for the NMU, below 1 where z is."
        ),
    )


def _moments() -> Computation:
    return Computation(
        name="madsen2020/moments",
        title="Error of the second-order approximation of the NAC•'s expected output",
        source="Appendix B.3, figure",
        compute=_moments_table,
        chart=Chart(
            mark=Mark.HEATMAP,
            x="r_w",
            y="r_z",
            value="error",
            better="low",
            log_value=True,
            labels=(("error", "|approximation - sampling|"),),
        ),
        note=(
            "Computed in a second: one factor, W from U(-r_w, r_w) and z from U(0, r_z), "
            "100,000 samples a point. From r_w = 0.5 on, the variance is infinite but for "
            "the ε, so the intervals of the samples' means are too short there."
        ),
    )


def _mean(samples: FloatArray) -> Mean:
    """Return the mean of independent samples with its normal interval."""
    mean, half = samples.mean(), Z95 * samples.std(ddof=1) / math.sqrt(len(samples))
    return Mean(float(mean), float(mean - half), float(mean + half))


def _initial(unit: Unit, count: int) -> dict[str, Tensor]:
    """Draw the parameters of a unit many times, stacked: (count, …)."""
    generator = torch.Generator().manual_seed(0)
    draws: dict[str, list[Tensor]] = {name: [] for name, _ in unit.named_parameters()}
    for _ in range(count):
        unit.reset_parameters(generator)
        for name, parameter in unit.named_parameters():
            draws[name].append(parameter.detach().clone())
    return {name: torch.stack(each) for name, each in draws.items()}


def _gradients_table() -> pd.DataFrame:
    task = sums_of_inputs(Operation.ADD)
    x, t = map(torch.tensor, evaluation_set(task, INTERPOLATION, rows=128))
    hats = {k: v[:, 0].requires_grad_() for k, v in _initial(NAC(100, 1), NETWORKS).items()}
    tanh, sigmoid = torch.tanh(hats["w_hat"]), torch.sigmoid(hats["m_hat"])
    W = tanh * sigmoid  # (networks, inputs)
    W.retain_grad()
    loss = (W @ x.T - t.T).square().mean(-1)  # (networks,)
    loss.sum().backward()  # pyright: ignore[reportUnknownMemberType]
    factors = {
        "ŵ": (hats["w_hat"].grad, W.grad, 1 - tanh**2, sigmoid),
        "m̂": (hats["m_hat"].grad, W.grad, tanh, sigmoid * (1 - sigmoid)),
    }
    rows: list[dict[str, object]] = []
    for parameter, tensors in factors.items():
        # Networks are independent, the inputs of one network are not.
        whole, *parts = (_per_network(tensor) for tensor in tensors)
        for quantity, found in {
            "expectation": _mean(whole),
            "product of expectations": _product_of_means(*parts),
        }.items():
            rows.append({"quantity": quantity, "parameter": parameter, **found._asdict()})
    return pd.DataFrame(rows)


def _per_network(tensor: Tensor | None) -> FloatArray:
    assert tensor is not None
    return tensor.detach().double().mean(-1).numpy()


def _product_of_means(*factors: FloatArray) -> Mean:
    """Return the product of means, with the interval of its linearisation."""
    means = [factor.mean() for factor in factors]
    product = float(np.prod(means))
    change = np.zeros_like(factors[0])
    for k, factor in enumerate(factors):
        others = np.prod([mean for i, mean in enumerate(means) if i != k])
        change += (factor - means[k]) * others
    spread = _mean(change)
    return Mean(product, product + spread.low, product + spread.high)


def _outputs_table() -> pd.DataFrame:
    points = np.linspace(0.25, 2, 36)
    rows: list[dict[str, object]] = []
    for hidden in HIDDEN_SIZES:
        for name, kind in {"NAC•": NACMul, "NMU": NMU}.items():
            unit = kind(hidden, 1).double()
            x = torch.tensor(points)[:, None].expand(-1, hidden)
            y = _evaluate(unit, _initial(unit, OUTPUTS), x).squeeze(-1)  # (weights, points)
            for z, samples in zip(points, y.T.numpy(), strict=True):
                labels = {"unit": name, "hidden size": hidden, "z": float(z)}
                rows.append({**labels, **_mean(samples)._asdict()})
    return pd.DataFrame(rows)


def _evaluate(unit: Unit, parameters: Mapping[str, Tensor], x: Tensor) -> Tensor:
    def evaluate(each: dict[str, Tensor]) -> Tensor:
        return functional_call(unit, each, (x,))

    return vmap(evaluate)(dict(parameters)).detach()


def _moments_table() -> pd.DataFrame:
    random = np.random.RandomState(0)
    direction, place = random.uniform(size=(2, OBSERVATIONS))
    rows: list[dict[str, float]] = []
    for r_w in np.linspace(0.1, 1, 10).tolist():
        for r_z in np.linspace(0.5, 5, 10).tolist():
            W, z = r_w * (2 * direction - 1), r_z * place
            sampled = _mean((z + EPSILON) ** W)
            approximation = 1 + r_w**2 / 6 * math.log(r_z / 2 + EPSILON) ** 2
            error = abs(approximation - sampled.mean)
            point = {"r_w": r_w, "r_z": r_z, "approximation": approximation, "error": error}
            rows.append({**point, **sampled._asdict()})
    return pd.DataFrame(rows)
