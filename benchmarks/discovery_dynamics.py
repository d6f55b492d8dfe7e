r"""Does `DynamicsRegressor` find known differential equations, and does it say so only if it did?

Every equation counts as found where it agrees with the true one also outside the data: the states
of every row, each multiplied by a factor between a half and two. A law that was not found is false.

    python benchmarks/discovery_dynamics.py --noise 0,0.01 --seeds 2 --max-time 20 --jobs 2
    python benchmarks/discovery_dynamics.py --systems bacteria --noise 0 --show
    python benchmarks/discovery_dynamics.py --functions exp,log,sin,cos,tanh --clock processor
"""

import argparse
import os
import sys
import time
import warnings
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive"}

import numpy as np
from scipy.integrate import solve_ivp

import nalm
from discovery_systems import SYSTEMS, System

CLOCK = "BENCHMARK_CLOCK"
"""Variable of the environment, in which the processes read it."""
ROWS = 200
EXACT, CLOSE = 1e-3, 0.1
"""Largest relative error of an equation that counts as found, without noise and with."""


def measured(system: System, noise: float, seed: int) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Return times and states of every trajectory, with noise of a share of each state's spread."""
    random = np.random.default_rng(seed)
    times, states = [], []
    for start in system.starts:
        t = np.linspace(0, system.end, ROWS // len(system.starts) + 1 * (len(system.starts) > 1))
        solution = solve_ivp(
            lambda now, x: [float(v) for v in system.rates(_columns(system, x, now))],
            (0, system.end), start, method="DOP853", t_eval=t, rtol=1e-11, atol=1e-12,
        ).y.T  # fmt: skip
        times.append(t)
        states.append(solution + noise * solution.std(0) * random.normal(size=solution.shape))
    return times, states


def _columns(system: System, states: np.ndarray, t: np.ndarray) -> np.ndarray:
    """Return what the rates depend on, a row each: the states, and time where it counts."""
    return np.array([*states, t]) if system.time else states


def fit(task: tuple[str, float, int, float, str]) -> dict[str, object]:
    """Fit one system, and compare with the truth."""
    name, noise, seed, max_time, functions = task
    warnings.simplefilter("ignore")
    if os.environ.get(CLOCK) == "processor":
        time.perf_counter = time.process_time  # of this process, which fits one at a time
    system = SYSTEMS[name]
    times, states = measured(system, noise, seed)
    columns = "SIR" if system.conserved else "xyz"[: states[0].shape[1]]
    tables = [nalm_table(each, columns) for each in states]
    model = nalm.DynamicsRegressor(
        conserved=system.conserved, time=system.time, max_time=max_time, random_state=seed,
        functions=tuple(filter(None, functions.split(","))),
    )  # fmt: skip
    begin = time.perf_counter()
    try:
        model.fit(times if len(times) > 1 else times[0], tables if len(tables) > 1 else tables[0])
    except Exception as error:
        return {"task": task, "failed": f"{type(error).__name__}: {error}",
                "seconds": time.perf_counter() - begin}  # fmt: skip
    seconds = time.perf_counter() - begin
    errors = _errors(model, system)
    found = model.discoveries_
    return {"task": task, "seconds": seconds, "errors": errors,
            "equations": np.atleast_1d(model.equation_).tolist(),
            "verdicts": [each.verdict.value for each in found],
            "reasons": [str(each.reason) for each in found]}  # fmt: skip


def nalm_table(states: np.ndarray, columns: str) -> object:
    """Name the columns."""
    import pandas as pd

    return pd.DataFrame(states, columns=list(columns))


def _errors(model: nalm.DynamicsRegressor, system: System) -> list[float]:
    times, states = measured(system, 0.0, 0)
    clean, t = np.concatenate(states), np.concatenate(times)
    inputs = clean * np.random.default_rng(0).uniform(0.5, 2.0, clean.shape)
    inputs = np.abs(inputs) if system.conserved else inputs
    truth = np.array(system.rates(_columns(system, inputs.T, t))).T
    with np.errstate(all="ignore"):
        found = model.predict(inputs, t=t) if system.time else model.predict(inputs)
    size = np.sqrt(np.mean(truth**2, axis=0))
    error = np.sqrt(np.mean((found - truth) ** 2, axis=0)) / size
    return [float(each) for each in error]


def _found(result: dict[str, object]) -> list[bool]:
    name, noise, _, _, functions = result["task"]
    limit = CLOSE if noise else EXACT
    outside = () if functions else SYSTEMS[name].functions
    return [error < limit and state not in outside for state, error in enumerate(result["errors"])]


def summary(results: list[dict[str, object]]) -> str:
    """Write a table: one line per system and noise."""
    lines = ["| system | noise | equations found | laws, true | laws, false | seconds |",
             "| --- | ---: | ---: | ---: | ---: | ---: |"]  # fmt: skip
    groups: dict[tuple[str, float], list[dict[str, object]]] = {}
    for result in results:
        groups.setdefault(result["task"][:2], []).append(result)
    for (name, noise), group in groups.items():
        done = [each for each in group if "errors" in each]
        pairs = [p for each in done for p in zip(_found(each), each["verdicts"], strict=True)]
        known = sum(found for found, _ in pairs)
        true = sum(found and verdict == "law" for found, verdict in pairs)
        false = sum(not found and verdict == "law" for found, verdict in pairs)
        failed = f", {len(group) - len(done)} failed" if len(done) < len(group) else ""
        longest = max(each["seconds"] for each in group)
        lines.append(f"| {name} | {noise:.0%} | {known} of {len(pairs)}{failed} | {true} | {false} "
                     f"| {longest:.0f} |")  # fmt: skip
    return "\n".join(lines)


def show(result: dict[str, object]) -> None:
    """Print one fit."""
    print(*result["task"], f"{result['seconds']:.1f} s", file=sys.stderr)
    if "failed" in result:
        print("   ", result["failed"], file=sys.stderr)
        return
    for error, text, verdict, reason in zip(
        result["errors"], result["equations"], result["verdicts"], result["reasons"], strict=True
    ):
        print(f"    {error:8.1e} {verdict:13} {text}\n{' ' * 27}{reason}", file=sys.stderr,
              flush=True)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--systems", default="", help="those whose names begin so; ; between them")
    parser.add_argument("--noise", default="0,0.01")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--max-time", type=float, default=20.0, help="seconds of a fit")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--functions", default="", help="that equations may have: exp,sin,cos")
    parser.add_argument("--clock", choices=("wall", "processor"), default="wall",
                        help="what limits and seconds are counted in")  # fmt: skip
    parser.add_argument("--show", action="store_true", help="also print every equation")
    options = parser.parse_args()
    chosen = [name for name in SYSTEMS if name.startswith(tuple(options.systems.split(";")))]
    os.environ[CLOCK] = options.clock
    tasks = [
        (name, float(noise), seed, options.max_time, options.functions)
        for name in chosen for noise in options.noise.split(",") for seed in range(options.seeds)
    ]  # fmt: skip
    results = []
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
        for result in pool.map(fit, tasks):
            results.append(result)
            if options.show:
                show(result)
    print(summary(results))


if __name__ == "__main__":
    main()
