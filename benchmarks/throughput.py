"""How many run-steps a second does a cohort take, against a plain loop over one run?

The plain loop is what a user would write: the module, `torch.optim.Adam`, a fresh `torch.rand`
batch and a clamp, one run at a time. Both are measured in turns, in one process with one number
of threads, so that the ratio means something on a machine whose speed changes. The cohort's time
includes its evaluations (every 1000 steps, on 10,000 validation and 10,000 test rows); compilation
is reported apart.

    python benchmarks/throughput.py --unit RealNPU --inputs 10 --runs 225 --json
    python benchmarks/throughput.py --unit NAUNMU --inputs 100 --runs 100 --json
    python benchmarks/throughput.py --unit NAU --profile

`--unit` takes every unit of the library by name. What was written by hand is there for some.
"""

import argparse
import inspect
import json
import os
import resource
import statistics
import time
from collections.abc import Callable
from functools import partial

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # before torch, as the `nalm` command does
os.environ.setdefault("GOMP_SPINCOUNT", "10000")

import torch

import minimal
import nalm
from nalm.networks import stack
from nalm.tasks import DIVISION_RANGES, Operation, SingleModuleTask
from nalm.training import (
    Adam,
    GeometricGrowth,
    GlobalNorm,
    L1Norm,
    LinearRamp,
    Penalty,
    Recipe,
    Run,
    Trainer,
    UnitPenalty,
)

SPARSITY = Penalty(
    measure=UnitPenalty(), schedule=LinearRamp(scale=10.0, start=50_000.0, end=75_000.0)
)
L1 = Penalty(measure=L1Norm(), schedule=GeometricGrowth(start=1e-9, end=1e-7))


def nau_nmu(inputs: int, outputs: int, hidden: int = 2) -> torch.nn.Module:
    """Return the network of the arithmetic task: two sums, or more, and their product."""
    return stack(partial(nalm.NAU, inputs, hidden), partial(nalm.NMU, hidden, outputs))


def nmu_nau(inputs: int, outputs: int) -> torch.nn.Module:
    """Return a sum of two products."""
    return stack(partial(nalm.NMU, inputs, 2), partial(nalm.NAU, 2, outputs))


UNITS = {
    "NMUNAU": (nmu_nau, Operation.MUL, (SPARSITY,), ()),
    "NAUNMU": (nau_nmu, Operation.MUL, (SPARSITY,), ()),
    "NAUNMU10": (partial(nau_nmu, hidden=10), Operation.MUL, (SPARSITY,), ()),
    "NAU": (nalm.NAU, Operation.ADD, (SPARSITY,), ()),
    "NMU": (nalm.NMU, Operation.MUL, (SPARSITY,), ()),
    "NALU": (nalm.NALU, Operation.MUL, (), ()),
    "RealNPU": (nalm.RealNPU.modified, Operation.DIV, (L1, SPARSITY), ()),
    "NRU": (nalm.NRU, Operation.DIV, (SPARSITY,), ()),
    "NMRU": (nalm.NMRU, Operation.DIV, (SPARSITY,), (GlobalNorm(limit=1.0),)),
}
"""Name → what builds the network, what it learns, penalties and clipping."""

DIVIDING = {"HillExponential": (), "SPU": (GlobalNorm(limit=1.0),)}
"""Other units that learn division, with their clipping; the rest learn a product."""

for name in nalm.units.__all__:
    kind = getattr(nalm.units, name)
    if isinstance(kind, type) and issubclass(kind, nalm.Unit) and not inspect.isabstract(kind):
        operation = Operation.DIV if name in DIVIDING else Operation.MUL
        UNITS.setdefault(name, (kind, operation, (SPARSITY,), DIVIDING.get(name, ())))


def plain_loop(
    unit: str,
    inputs: int,
    steps: int,
    *,
    by_hand: bool = False,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Return the seconds a step of one run takes in an ordinary training loop."""
    build, operation, _, clipping = UNITS[unit]
    network = (getattr(minimal, unit) if by_hand else build)(inputs, 1)
    project = network.project_ if by_hand else partial(nalm.project_, network)
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)

    def step() -> None:
        x = torch.rand(128, inputs) + 1
        target = operation.evaluate((x[:, :1], x[:, 1:2]))
        loss = torch.nn.functional.mse_loss(network(x), target)
        optimizer.zero_grad()
        loss.backward()
        if clipping:
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        project()

    for _ in range(20):
        step()
    started = clock()
    for _ in range(steps):
        step()
    return (clock() - started) / steps


def cohort(unit: str, inputs: int, runs: int, device: str) -> Trainer:
    """Return a trainer of one unit on the nine ranges of the division papers."""
    build, operation, penalties, clipping = UNITS[unit]
    recipe = Recipe(
        iterations=10_000_000,
        optimizer=Adam(learning_rate=1e-3),
        penalties=penalties,
        clipping=clipping,
    )
    task = SingleModuleTask(operation=operation, in_features=inputs)
    if unit == "NAUNMU":
        task = SingleModuleTask.from_ratios(
            operation, in_features=inputs, subset_ratio=0.25, overlap_ratio=0.5
        )
    ranges = [DIVISION_RANGES[run % 9] for run in range(runs)]
    return Trainer(
        [
            Run(
                network=partial(build, inputs, 1),
                task=task,
                interpolation=pair.interpolation,
                extrapolation=pair.extrapolation,
                recipe=recipe,
                seed=seed,
            )
            for seed, pair in enumerate(ranges)
        ],
        device=device,
    )


def measure(
    unit: str,
    inputs: int,
    runs: int,
    *,
    rounds: int,
    device: str = "cpu",
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, object]:
    """Measure both in turns and return medians."""
    started = time.perf_counter()
    trainer = cohort(unit, inputs, runs, device)
    iterator = iter(trainer)
    next(iterator)  # the evaluation before the first step compiles the evaluation
    compilation = time.perf_counter() - started
    plain, by_hand, together = [], [], []
    for _ in range(rounds):
        plain.append(plain_loop(unit, inputs, 300, clock=clock))
        if hasattr(minimal, unit):
            by_hand.append(plain_loop(unit, inputs, 300, by_hand=True, clock=clock))
        started = clock()
        next(iterator)  # 1000 steps and an evaluation
        together.append((clock() - started) / 1000 / runs)
    return {
        "unit": unit,
        "inputs": inputs,
        "runs": runs,
        "threads": torch.get_num_threads(),
        "device": device,
        "plain_us_per_step": statistics.median(plain) * 1e6,
        "cohort_us_per_run_step": statistics.median(together) * 1e6,
        "cohort_run_steps_per_second": 1 / statistics.median(together),
        "ratio": statistics.median(p / t for p, t in zip(plain, together, strict=True)),
        **compared_by_hand(by_hand, together),
        "compile_seconds": compilation,
        "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def compared_by_hand(by_hand: list[float], together: list[float]) -> dict[str, object]:
    """Return the figures of the loop around a hand-written unit, where there is one."""
    if not by_hand:
        return {}
    ratios = [p / t for p, t in zip(by_hand, together, strict=True)]
    median = statistics.median
    return {"by_hand_us_per_step": median(by_hand) * 1e6, "ratio_by_hand": median(ratios)}


class Nothing(torch.nn.Module):
    """A network without arithmetic: what is left is the cost of everything around a unit."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.bias = torch.nn.Parameter(torch.zeros(outputs))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the bias."""
        return self.bias.expand(*x.shape[:-1], len(self.bias))


def profile(unit: str, inputs: int, runs: int) -> dict[str, object]:
    """Split the time of a run-step into its parts, in µs; the parts add up to the whole."""
    _, operation, penalties, clipping = UNITS[unit]
    UNITS["nothing"] = (Nothing, operation, penalties, clipping)
    around, whole = (cohort(name, inputs, runs, "cpu") for name in ("nothing", unit))
    smallest = cohort(unit, 2, 1, "cpu")
    call = step_time(smallest) / runs
    frame, step = (step_time(trainer) / runs for trainer in (around, whole))
    everything = {**whole._cohort.parameters, **whole._cohort.buffers}
    evaluate = partial(whole._evaluator, everything)
    return {
        "unit": unit,
        "calling the program from Python": call,
        "batch, target, loss, optimiser": frame - call,
        "the unit, forward and backward": step - frame,
        "evaluation": timed(evaluate, 5) / runs / 1000,
    }


def step_time(trainer: Trainer) -> float:
    """Return the µs of one step of a cohort."""
    return timed(lambda: [stepper.advance(100) for stepper in trainer._steppers], 10) / 100


def timed(function: Callable[[], object], repeat: int) -> float:
    """Return the least time of several calls, in µs."""
    function()
    times = []
    for _ in range(repeat):
        started = time.perf_counter()
        function()
        times.append(time.perf_counter() - started)
    return min(times) * 1e6


def store_nothing() -> None:
    """Leave to the compiler what a step stores, and in which order."""
    # Here, not above: `in_turns.py` reads this file beside other versions of the library too.
    from nalm.compilation.passes import _layout
    from nalm.training._running import _stepper

    _layout.lay_out = lambda *_, **__: None
    _stepper.keep = lambda tensor: tensor


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--unit", choices=sorted(UNITS), default="RealNPU")
    parser.add_argument("--inputs", type=int, default=10)
    parser.add_argument("--runs", type=int, default=225)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=0, help="0: PyTorch's default")
    parser.add_argument("--device", default="cpu")
    parser.add_argument(
        "--processor-time", action="store_true", help="not wall time: for a busy machine"
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--profile", action="store_true", help="where the time goes")
    parser.add_argument("--no-layout", action="store_true", help="without the graph pass")
    options = parser.parse_args()
    if options.no_layout:
        store_nothing()
    if options.threads:
        torch.set_num_threads(options.threads)
    if options.profile:
        result = profile(options.unit, options.inputs, options.runs)
    else:
        if options.processor_time and torch.get_num_threads() > 1:
            raise SystemExit("--processor-time adds up the threads; add --threads 1.")
        result = measure(
            options.unit,
            options.inputs,
            options.runs,
            rounds=options.rounds,
            device=options.device,
            clock=time.process_time if options.processor_time else time.perf_counter,
        )
    if options.json:
        print(json.dumps(result, indent=2))
    else:
        for name, value in result.items():
            print(f"{name:34} {value:.4g}" if isinstance(value, float) else f"{name:34} {value}")


if __name__ == "__main__":
    main()
