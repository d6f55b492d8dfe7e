r"""How often is an equation of motion that is called a law wrong, and a right one called none?

Each case is one fit of simulated time series: one of ten systems inside the class and ten outside,
constant or proportional noise of up to 5 %, 30 to 300 rows, one to six individuals, controls that
are held, or no noise but a solver's coarse tolerance. A case follows from its number alone.

    python benchmarks/discovery_dynamics_calibration.py run results.csv --cases 0:200
    python benchmarks/discovery_dynamics_calibration.py table results.csv

Rows are added as cases end; a second `run` goes on with what the file lacks. An equation is right
if it agrees with the true one on every row, each state multiplied by a factor between a half and
two, to 10 % (median of the error over the median size). An equation of a system outside the class
may be right as well: a state whose own law is inside.
"""

import argparse
import csv
import os
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

import numpy as np
from scipy.integrate import solve_ivp

import nalm

CLOSE = 0.1
NOISES = (0.0, 0.01, 0.02, 0.05)
ROWS = (30, 60, 120, 300)
INDIVIDUALS = (1, 1, 3, 6)
STRIDE = 11
"""From one system to the next, so that those inside and outside the class take turns."""
FIELDS = (
    "case", "system", "inside", "kind", "noise", "rows", "individuals", "state", "right", "verdict",
    "reason", "seconds", "equation",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class System:
    """A system with its name, rates f(x, u, t), ranges of starts, and length of time."""

    name: str
    inside: bool
    rates: Callable[[Sequence[np.ndarray], np.ndarray, np.ndarray], Sequence[np.ndarray]]
    low: tuple[float, ...]
    high: tuple[float, ...]
    end: float
    controlled: bool = False


SYSTEMS = (
    System(name="decay", inside=True, rates=lambda x, u, t: [-0.6 * x[0]], low=(2,),
           high=(6,), end=5),
    System(name="logistic", inside=True, rates=lambda x, u, t: [0.8 * x[0] - 0.16 * x[0] ** 2],
           low=(0.3,), high=(1,), end=10),
    System(name="lag", inside=True, rates=lambda x, u, t: [0.5 * u - 0.5 * x[0]], low=(0.5,),
           high=(2,), end=30, controlled=True),
    System(name="harvest", inside=True, rates=lambda x, u, t: [
        x[0] - 0.2 * x[0] ** 2 - 0.5 * u * x[0]], low=(1,), high=(4,), end=20, controlled=True),
    System(name="elimination", inside=True, rates=lambda x, u, t: [-2 * x[0] / (1.5 + x[0])],
           low=(4,), high=(8,), end=7),
    System(name="lotka-volterra", inside=True, rates=lambda x, u, t: [
        x[0] - 0.4 * x[0] * x[1], 0.1 * x[0] * x[1] - 0.5 * x[1]], low=(4, 1), high=(9, 3), end=15),
    System(name="van der Pol", inside=True, rates=lambda x, u, t: [
        x[1], (1 - x[0] ** 2) * x[1] - x[0]], low=(0.5, -1), high=(2, 1), end=15),
    System(name="spring", inside=True, rates=lambda x, u, t: [
        x[1], u - x[0] - 0.3 * x[1]], low=(-1, -1), high=(1, 1), end=25, controlled=True),
    System(name="competition", inside=True, rates=lambda x, u, t: [
        0.8 * x[0] - 0.1 * x[0] ** 2 - 0.06 * x[0] * x[1],
        0.6 * x[1] - 0.1 * x[1] ** 2 - 0.03 * x[0] * x[1]], low=(0.3, 0.3), high=(2, 2), end=15),
    System(name="epidemic", inside=True, rates=lambda x, u, t: [
        -0.5 * x[0] * x[1], 0.5 * x[0] * x[1] - 0.2 * x[1], 0.2 * x[1]],
        low=(2, 0.05, 0.01), high=(4, 0.3, 0.1), end=12),
    System(name="gompertz", inside=False, rates=lambda x, u, t: [-0.5 * x[0] * np.log(x[0] / 6)],
           low=(0.2,), high=(1,), end=10),
    System(name="pendulum", inside=False, rates=lambda x, u, t: [x[1], -np.sin(x[0]) - 0.1 * x[1]],
           low=(1.5, -0.5), high=(2.5, 0.5), end=20),
    System(name="threshold", inside=False, rates=lambda x, u, t: [
        1.0 - 0.3 * x[0] - 0.8 * np.maximum(x[0] - 2, 0)], low=(0.1,), high=(1,), end=10),
    System(name="season", inside=False, rates=lambda x, u, t: [
        0.5 * x[0] * (1 + 0.5 * np.sin(0.9 * t)) - 0.1 * x[0] ** 2], low=(0.5,), high=(3,), end=20),
    System(name="exponential harvest", inside=False, rates=lambda x, u, t: [
        np.exp(-x[0]) - 0.2 * x[0]], low=(0.1,), high=(5,), end=10),
    System(name="switch", inside=False, rates=lambda x, u, t: [
        2 / (1 + np.exp(-4 * (x[0] - 1.5))) - x[0] + 0.2], low=(0.2,), high=(3,), end=8),
    System(name="saturated control", inside=False, rates=lambda x, u, t: [
        np.tanh(2 * u - 1) - 0.5 * x[0] + 1], low=(0.5,), high=(3,), end=25, controlled=True),
    System(name="predator of logarithms", inside=False, rates=lambda x, u, t: [
        x[0] - 0.5 * x[1] * np.log(1 + x[0]), 0.3 * x[1] * np.log(1 + x[0]) - 0.4 * x[1]],
        low=(2, 1), high=(5, 2), end=12),
    System(name="hidden state", inside=False, rates=lambda x, u, t: [
        0.7 * x[0] * np.exp(-0.15 * t) - 0.1 * x[0]], low=(0.5,), high=(2,), end=15),
    System(name="glider", inside=False, rates=lambda x, u, t: [
        -np.sin(x[1]) - 0.1 * x[0] ** 2, x[0] - np.cos(x[1]) / x[0]],
        low=(1, -0.2), high=(1.5, 0.4), end=8),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Case:
    """What the number of a case stands for."""

    number: int
    system: System
    kind: str
    noise: float
    rows: int
    individuals: int


def case(number: int) -> Case:
    """Return a case; twenty after one another go through all systems."""
    random = np.random.default_rng(number)
    kind = str(random.choice(["constant", "proportional", "tolerance"], p=[0.45, 0.45, 0.1]))
    noise = 0.0 if kind == "tolerance" else float(random.choice(NOISES))
    return Case(
        number=number,
        system=SYSTEMS[number * STRIDE % len(SYSTEMS)],
        kind=kind,
        noise=noise,
        rows=int(random.choice(ROWS)),
        individuals=int(random.choice(INDIVIDUALS)),
    )


def simulated(one: Case) -> tuple[list[np.ndarray], list[np.ndarray], list[np.ndarray] | None]:
    """Return times, states and controls of every individual."""
    random, system = np.random.default_rng([one.number, 1]), one.system
    rows = max(one.rows // one.individuals, 10)
    times, states, controls = [], [], []
    for _ in range(one.individuals):
        t = np.linspace(0, system.end, rows)
        u = np.repeat(random.choice([0.0, 1.0, 2.0], rows), max(rows // 6, 3))[:rows]
        start = random.uniform(system.low, system.high)
        states.append(_solved(system, t, u, start, 1e-3 if one.kind == "tolerance" else 1e-9))
        times.append(t)
        controls.append(u)
    spread = np.concatenate(states).std(axis=0)
    for index, x in enumerate(states):
        size = np.abs(x) if one.kind == "proportional" else spread
        states[index] = x + one.noise * size * random.standard_normal(x.shape)
    return times, states, controls if system.controlled else None


def _solved(
    system: System, t: np.ndarray, u: np.ndarray, start: np.ndarray, tolerance: float
) -> np.ndarray:
    """Solve from sample to sample where a control is held, else at once."""

    def rate(now: float, x: np.ndarray, held: float = 0.0) -> list[float]:
        return [float(each) for each in system.rates(x, held, now)]

    if not system.controlled:
        return solve_ivp(rate, (t[0], t[-1]), start, t_eval=t, rtol=tolerance).y.T
    x = [np.asarray(start, dtype=float)]
    for begin, end, held in zip(t, t[1:], u, strict=False):
        x.append(solve_ivp(rate, (begin, end), x[-1], args=(held,), rtol=tolerance).y[:, -1])
    return np.array(x)


def right(one: Case, model: nalm.DynamicsRegressor, data: tuple) -> list[bool]:
    """Say of each equation whether it agrees with the true one also beside the data."""
    times, states, controls = data
    x, t = np.concatenate(states), np.concatenate(times)
    u = np.concatenate(controls) if controls else None
    far = x * np.random.default_rng(0).uniform(0.5, 2.0, x.shape)
    with np.errstate(all="ignore"):
        truth = np.column_stack(
            [np.broadcast_to(each, len(t)) for each in one.system.rates(far.T, u, t)]
        )
    found = model.predict(far, controls=None if u is None else u[:, None])
    gap = np.nanmedian(np.abs(found - truth), axis=0)
    return (gap <= CLOSE * np.nanmedian(np.abs(truth), axis=0)).tolist()


def fit(one: Case, max_time: float) -> list[dict[str, object]]:
    """Fit one case, and return a row for each of its states."""
    data, begin = simulated(one), time.process_time()
    times, states, controls = data
    model = nalm.DynamicsRegressor(max_time=max_time, random_state=0)
    given = {} if controls is None else {"controls": [u[:, None] for u in controls]}
    model.fit(times, states, **given)
    seconds = round(time.process_time() - begin, 1)
    texts = model.equation_ if isinstance(model.equation_, list) else [model.equation_]
    return [
        {
            "case": one.number, "system": one.system.name, "inside": one.system.inside,
            "kind": one.kind, "noise": one.noise, "rows": one.rows,
            "individuals": one.individuals, "state": state, "right": is_right,
            "verdict": each.verdict.name, "reason": each.reason.kind.value, "seconds": seconds,
            "equation": text,
        }
        for state, (is_right, each, text) in enumerate(
            zip(right(one, model, data), model.discoveries_, texts, strict=True)
        )
    ]  # fmt: skip


def run(path: Path, numbers: range, max_time: float) -> None:
    """Fit the cases that a file lacks, and add their rows one case after the other."""
    done = {int(row["case"]) for row in read(path)}
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS)
        if not path.stat().st_size:
            writer.writeheader()
        for number in numbers:
            if number not in done:
                writer.writerows(fit(case(number), max_time))
                file.flush()


def read(path: Path) -> list[dict[str, str]]:
    """Read what was fitted so far."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def table(rows: Sequence[dict[str, str]]) -> str:
    """Write which laws are wrong, and which right equations are laws, of parts of the cases."""
    parts: dict[str, Callable[[dict[str, str]], bool]] = {
        "all": lambda row: True,
        "inside the class": lambda row: row["inside"] == "True",
        "outside the class": lambda row: row["inside"] == "False",
        "constant noise": lambda row: row["kind"] == "constant",
        "proportional noise": lambda row: row["kind"] == "proportional",
        "solver tolerance": lambda row: row["kind"] == "tolerance",
        **{f"{n} rows": lambda row, n=n: row["rows"] == str(n) for n in ROWS},
    }
    lines = ["| cases | fits | equations | laws | of these wrong | right | of these laws |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]  # fmt: skip
    for name, belongs in parts.items():
        own = [row for row in rows if belongs(row)]
        laws = [row for row in own if row["verdict"] == "LAW"]
        good = [row for row in own if row["right"] == "True"]
        wrong = sum(row["right"] == "False" for row in laws)
        both = sum(row["verdict"] == "LAW" for row in good)
        fits = len({row["case"] for row in own})
        lines.append(
            f"| {name} | {fits} | {len(own)} | {len(laws)} | {wrong} | {len(good)} | {both} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Run or show."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("action", choices=("run", "table"))
    parser.add_argument("path", type=Path)
    parser.add_argument("--cases", default="0:200", help="first:last of the numbers, without last")
    parser.add_argument("--max-time", type=float, default=40.0)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    # Seconds are those of this process, so that a busy machine does not cut searches short.
    time.perf_counter = time.process_time
    if options.action == "run":
        first, last = map(int, options.cases.split(":"))
        run(options.path, range(first, last), options.max_time)
    else:
        print(table(read(options.path)))


if __name__ == "__main__":
    main()
