"""Which equations did nalm find? Run in a checkout of MDBench, after it wrote its results.

    python judge.py results/nalm-ode.jsonl results.csv

An equation is found where it agrees with the true one at the states of the trajectory, each times a
factor between a half and two: to 0.1 % without noise, to 10 % with it.
"""

import csv
import json
import sys
from pathlib import Path

import numpy as np
import sympy

sys.path.append("scripts")
EXACT, CLOSE = 1e-3, 0.1
TEST_SHARE = 0.2  # of the rows, the last ones, as MDBench judges


def rates(texts: list[str], symbol: str, u: np.ndarray, constants=()) -> np.ndarray:
    """Evaluate right-hand sides `(rows, states)` of states u0, u1 or x_0, x_1 and so on."""
    names = sympy.symbols([f"{symbol}{k}" for k in range(u.shape[1])])
    values = {sympy.Symbol(f"c_{k}"): value for k, value in enumerate(constants)}
    functions = [sympy.lambdify(names, sympy.sympify(each).subs(values), "numpy") for each in texts]
    return np.column_stack([np.broadcast_to(each(*u.T), len(u)) for each in functions])


def judged(result: dict, equation: dict) -> dict:
    """Count the equations found, and give the true equations' error at the same noisy states."""
    system, _, snr = result["dataset"].partition("_snr_")
    folder = Path("data/ode") / system
    noisy, clean = (np.load(folder / f"{each}.npz") for each in (result["dataset"], system))
    law = (equation["eq"].split("|"), "x_")
    test = slice(-int(len(noisy["t"]) * TEST_SHARE), None)
    exact = rates(*law, noisy["u"][test], equation["consts"][0])
    lines = [each for each in (result["equation"] or "").split("\n") if " = " in each]
    u = clean["u"] * np.random.default_rng(0).uniform(0.5, 2, clean["u"].shape)
    truth = rates(*law, u, equation["consts"][0])
    found = rates([each.split(" = ")[1] for each in lines], "u", u) if lines else np.nan * truth
    error = np.sqrt(np.mean((found - truth) ** 2, 0) / np.mean(truth**2, 0))
    squares = np.sum((exact - noisy["du"][test]) ** 2) / np.sum(noisy["du"][test] ** 2)
    return {
        "dataset": system, "snr": snr or "none", "states": equation["dim"],
        "found": int(np.sum(error < (CLOSE if snr else EXACT))), "nmse": f"{result['nmse']:.3g}",
        "truth_nmse": f"{squares:.3g}", "complexity": result["complexity"],
        "seconds": f"{result['train_time']:.1f}", "equation": "; ".join(lines),
    }  # fmt: skip


if __name__ == "__main__":
    from strogatz_ode import equations

    known = {each["name"].lower().replace(" ", "-"): each for each in equations}
    results = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
    rows = [judged(each, known[each["dataset"].partition("_snr_")[0]]) for each in results]
    with open(sys.argv[2], "w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
