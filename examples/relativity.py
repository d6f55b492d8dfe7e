"""Roots of sums: relativistic energy and momentum, from slow particles to fast ones.

python examples/relativity.py [--max-time SECONDS] [--plot FILE]
"""

import argparse
from pathlib import Path

import numpy as np
import pandas as pd

import nalm


def energy(x: pd.DataFrame) -> pd.Series:
    return np.sqrt(x["p"] ** 2 * x["c"] ** 2 + x["m"] ** 2 * x["c"] ** 4)


def momentum(x: pd.DataFrame) -> pd.Series:
    return x["m"] * x["v"] / np.sqrt(1 - x["v"] ** 2 / x["c"] ** 2)


# What is seen, and what is predicted: v/c grows from 2/3 to 0.9, p from 5 to 50.
PROBLEMS = {
    energy: (
        {"m": (1, 5), "p": (1, 5), "c": (1, 3)},
        {"m": (5, 20), "p": (5, 50), "c": (3, 6)},
    ),
    momentum: (
        {"m": (1, 5), "v": (1, 2), "c": (3, 10)},
        {"m": (5, 20), "v": (2.0, 2.7), "c": (3, 10)},
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--max-time", type=float, default=60, metavar="SECONDS")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    options = parser.parse_args()

    random = np.random.default_rng(0)
    errors = {}
    for law, (seen, unseen) in PROBLEMS.items():
        x, far = sample(seen, random), sample(unseen, random)
        y = law(x).rename(law.__name__)
        model = nalm.SymbolicRegressor(max_time=options.max_time, random_state=0).fit(x, y)
        error = np.abs(model.predict(far) / law(far) - 1)
        errors[law.__name__] = error
        print(f"{model.equation_}\n{model.verdict_.name}: {model.reason_}")
        print(f"median relative error far outside the data: {np.nanmedian(error):.1e}\n")

    if options.plot:
        plot(errors, options.plot)


def sample(ranges: dict[str, tuple[float, float]], random: np.random.Generator) -> pd.DataFrame:
    return pd.DataFrame({name: random.uniform(*ends, 200) for name, ends in ranges.items()})


def plot(errors: dict[str, np.ndarray], file: Path) -> None:
    import matplotlib.pyplot as plt

    _, ax = plt.subplots()
    for name, error in errors.items():
        ax.semilogy(np.sort(np.maximum(error, 1e-17)), label=name)
    ax.set(xlabel="rows outside the data, sorted", ylabel="relative error")
    ax.legend()
    plt.savefig(file)


if __name__ == "__main__":
    main()
