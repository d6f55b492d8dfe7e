"""How long training takes, from what a step of each network computes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, final

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode

from nalm.compilation.passes import loops

if TYPE_CHECKING:
    from nalm.experiments import Experiment
    from nalm.training import Run

RUN_STEP = 0.05
"""µs of a run-step that computes nothing."""

NANOSECONDS = {
    "drawn": 0.29,
    "transcendental": 0.97,
    "elementwise": 0.034,
    "multiplied": 0.034,
    "dense": 0.023,
    "updated": 3.5,
}
"""ns of a number of each kind, forward and backward: two cores, single precision. A fit to the
steps of a cohort of every experiment, half way between quiet cores and busy ones
(`benchmarks/estimates.py`, docs/performance.md)."""

FORWARD = 0.4
"""Share of a step that an evaluation of as many rows takes."""

STEP = 3.0
"""µs of a step of a cohort, however few runs it has."""

EVALUATION = 25.0
"""µs of each pass of a loop that a network compiles itself, however few runs there are."""

RUN_EVALUATION = 0.75
"""µs of each pass, of each run."""

START = 10.0
"""Seconds until the first cohort of a process is compiled: the compiler is loaded."""

COMPILATION = 3.0
"""Seconds to compile and set up a cohort of a kind that was not seen before."""

OPERATION = 0.085
"""Seconds more for every operation of its network, forward and backward."""

LOOPS = 80
"""Operations that compiling a network with loops of its own is like."""

CONVOLUTION = 225
"""Multiplications that take as long as an output of a convolution does besides its own."""

TRANSCENDENTAL = ("exp", "log", "pow", "cos", "sin", "tanh", "sigmoid", "erf", "atan")
MATRIX_PRODUCTS = ("mm", "bmm", "addmm", "baddbmm")
PRIMES = (3, 7, 11, 13, 17, 19, 23, 29, 31)
"""Rows to count with; see `_count`."""

_COUNTS: dict[object, dict[str, int]] = {}


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
    groups: dict[object, list[Run]] = {}
    for setting in experiment.settings:
        run = setting.run(0)
        groups.setdefault(run.signature, []).append(run)
    seconds = START if groups else 0.0
    for runs in groups.values():
        fixed, each = step_cost(runs[0])
        step = fixed + experiment.seeds * len(runs) * each
        compilation = COMPILATION + OPERATION * _counts(runs[0])["operations"]
        seconds += compilation + step * 1e-6 * runs[0].recipe.last_step
    return seconds


def run_cost(run: "Run") -> float:
    """Estimate the seconds that a run adds to those of its cohort, on two cores.

    Args:
        run: Any run.
    """
    return 1e-6 * run.recipe.last_step * step_cost(run)[1]


def step_cost(run: "Run", nanoseconds: Mapping[str, float] = NANOSECONDS) -> tuple[float, float]:
    """Estimate a step: µs of its cohort, and µs of each run in it.

    Args:
        run: Any run of the cohort.
        nanoseconds: Of a number of each kind.
    """
    recipe = run.recipe
    drawn = int(run.interpolation.work * run.task.in_features * recipe.batch_size)
    counts = _counts(run)
    if "passes" in counts:
        passes = counts["passes"]
        return STEP + EVALUATION * passes, RUN_STEP + RUN_EVALUATION * passes
    numbers = {**counts, "drawn": drawn}
    each = RUN_STEP + sum(ns * numbers[kind] for kind, ns in nanoseconds.items()) / 1000
    rows = 2 * recipe.evaluation_rows / (recipe.evaluate_every * recipe.batch_size)
    precision = 2.0 if recipe.dtype == torch.float64 else 1.0
    return STEP, precision * each * (1 + FORWARD * rows)


def _counts(run: "Run") -> dict[str, int]:
    kind = (run.signature[0], run.task.in_features, run.recipe.batch_size)
    if kind not in _COUNTS:
        _COUNTS[kind] = _count(run)
    return _COUNTS[kind]


def _count(run: "Run") -> dict[str, int]:
    network = run.network()
    if passes := getattr(network, "evaluations", 0):  # counting in them would take a second
        return {"passes": passes, "operations": LOOPS}
    # A prime that divides no number of weights: a count that it divides grows with the batch.
    sizes = [each.numel() for each in (*network.parameters(), *network.buffers())]
    rows = next((n for n in PRIMES if all(size % n for size in sizes)), PRIMES[-1])
    x = torch.ones(rows, run.task.observed_features)
    with _Counter(rows, run.recipe.batch_size) as counter:
        output = network(x)
        if output.requires_grad:
            output.sum().backward()
    return {**counter.numbers, "updated": sum(each.numel() for each in network.parameters())}


@final
class _Counter(TorchDispatchMode):
    """Count the operations inside, and the numbers that they make, by kind, of a larger batch."""

    def __init__(self, rows: int, batch: int) -> None:
        super().__init__()  # pyright: ignore[reportUnknownMemberType]
        self._rows, self._batch = rows, batch
        kinds = ("transcendental", "elementwise", "multiplied", "dense", "operations")
        self.numbers: dict[str, int] = dict.fromkeys(kinds, 0)

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False  # it would be imported, which takes a second

    def __torch_dispatch__(
        self,
        func: Any,  # noqa: ANN401
        types: object,
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401
        result = func(*args, **(kwargs or {}))
        if not func.is_view:
            kind, count = _work(func.overloadpacket.__name__, args, result)
            grows = count % self._rows == 0
            count = count // self._rows * self._batch if grows else count
            if kind == "multiplied" and not loops(self._sizes(*args[-2:]), count):
                kind = "dense"
            self.numbers[kind] += count
            self.numbers["operations"] += 1
        return result

    def _sizes(self, left: Tensor, right: Tensor) -> list[int]:
        """Return rows, inner length and columns of a matrix product of the batch."""
        sizes = (*left.shape[-2:], right.shape[-1])
        return [self._batch if size == self._rows else size for size in sizes]


def _work(name: str, args: tuple[Any, ...], result: Any) -> tuple[str, int]:  # noqa: ANN401
    """Return the kind of an operation, and how many numbers of it were made."""
    if name in MATRIX_PRODUCTS:
        return "multiplied", result.numel() * args[-2].shape[-1]
    if name == "convolution":
        return "dense", result.numel() * (args[1].shape[1:].numel() + CONVOLUTION)
    if name == "convolution_backward":  # of the input, where needed, and of the weights
        each = args[2].shape[1:].numel() + CONVOLUTION
        return "dense", sum(args[-1][:2]) * args[0].numel() * each
    kind = "transcendental" if name.startswith(TRANSCENDENTAL) else "elementwise"
    if isinstance(result, Tensor):
        return kind, result.numel()
    return kind, sum(each.numel() for each in result or () if isinstance(each, Tensor))
