"""How long training takes, from what a step of each network computes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, final

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

if TYPE_CHECKING:
    from nalm.experiments import Experiment
    from nalm.training import Run

RUN_STEP = 0.15
"""µs of a run-step that computes nothing."""

NANOSECONDS = {"drawn": 0.5, "transcendental": 0.5, "elementwise": 0.025, "multiplied": 0.05}
"""ns of a number of each kind, forward and backward: two cores, single precision (measured with
benchmarks/throughput.py and fitted by eye; docs/performance.md)."""

FORWARD = 0.4
"""Share of a step that an evaluation of as many rows takes."""

STEP = 20.0
"""µs of a step of a cohort, however few runs it has."""

EVALUATION = 25.0
"""µs of each pass of a loop that a network compiles itself, however few runs there are."""

RUN_EVALUATION = 0.75
"""µs of each pass, of each run."""

COMPILATION = 7.0
"""Seconds to compile and set up a cohort of a kind that was not seen before."""

TRANSCENDENTAL = ("exp", "log", "pow", "cos", "sin", "tanh", "sigmoid", "erf", "atan")
_COUNTS: dict[object, dict[str, int]] = {}
PRODUCTS = ("mm", "bmm", "mv", "addmm", "baddbmm", "convolution")


def estimate_seconds(experiment: "Experiment") -> float:
    """Estimate how long it takes to train an experiment from nothing on two cores.

    Args:
        experiment: What to train.

    Returns:
        Seconds; right within a factor of about two on a quiet machine.

    Example:
        >>> from nalm.experiments import Experiment
        >>> estimate_seconds(Experiment(name="p/w", title="", source="", settings=()))
        0.0
    """
    from nalm.experiments import plan

    seconds, kinds = 0.0, set[object]()
    for cohort in plan([setting.run(0) for setting in experiment.settings], set()):
        first = cohort.runs[0]
        if first.signature not in kinds:
            kinds.add(first.signature)
            seconds += COMPILATION
        fixed, each = step_cost(first)
        runs = experiment.seeds * len(cohort.runs)
        seconds += (fixed + runs * each) * 1e-6 * cohort.iterations
    return seconds


def step_cost(run: "Run") -> tuple[float, float]:
    """Estimate a step: µs of its cohort, and µs of each run in it.

    Args:
        run: Any run of the cohort.
    """
    recipe = run.recipe
    drawn = max(run.interpolation.uniforms, 1) * run.task.in_features * recipe.batch_size
    kind = (run.signature[0], run.task.in_features, recipe.batch_size)
    if kind not in _COUNTS:
        _COUNTS[kind] = _count(run)
    counts = _COUNTS[kind]
    if "passes" in counts:
        passes = counts["passes"]
        return STEP + EVALUATION * passes, RUN_STEP + RUN_EVALUATION * passes
    numbers = {**counts, "drawn": drawn}
    each = RUN_STEP + sum(NANOSECONDS[kind] * count for kind, count in numbers.items()) / 1000
    rows = 2 * recipe.evaluation_rows / (recipe.evaluate_every * recipe.batch_size)
    precision = 2.0 if recipe.dtype == torch.float64 else 1.0
    return STEP, precision * each * (1 + FORWARD * rows)


def _count(run: "Run") -> dict[str, int]:
    network = run.network().to("meta")
    if passes := getattr(network, "evaluations", 0):  # counting in them would take a second
        return {"passes": passes}
    x = torch.empty(run.recipe.batch_size, run.task.in_features, device="meta")
    with _Counter() as counter:
        output = network(x)
        if output.requires_grad:
            output.sum().backward()
    return counter.numbers


@final
class _Counter(TorchDispatchMode):
    """Count the numbers that the operations inside make, by kind."""

    def __init__(self) -> None:
        super().__init__()  # pyright: ignore[reportUnknownMemberType]
        self.numbers = {"transcendental": 0, "elementwise": 0, "multiplied": 0}

    def __torch_dispatch__(
        self,
        func: Any,  # noqa: ANN401
        types: object,
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401
        result = func(*args, **(kwargs or {}))
        if not func.is_view:
            name = func.overloadpacket.__name__
            count = sum(each.numel() for each in tree_leaves(result) if isinstance(each, Tensor))
            if name in PRODUCTS:
                self.numbers["multiplied"] += (
                    count * args[-2 if name in PRODUCTS[:3] else 1].shape[-1]
                )
            elif name.startswith(TRANSCENDENTAL):
                self.numbers["transcendental"] += count
            else:
                self.numbers["elementwise"] += count
        return result
