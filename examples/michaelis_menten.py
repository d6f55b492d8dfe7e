"""Enzyme kinetics with a competitive inhibitor, measured with 1 % noise.

rate = Vmax S / (Km (1 + I / Ki) + S)

python examples/michaelis_menten.py [--max-time SECONDS] [--plot FILE]
"""

import argparse
from pathlib import Path

import numpy as np
import pandas as pd

import nalm

V_MAX, K_M, K_I = 2.5, 0.8, 0.3  # µmol/min, mmol/l, mmol/l


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--max-time", type=float, default=60, metavar="SECONDS")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    options = parser.parse_args()

    random = np.random.default_rng(0)
    grid = np.meshgrid(np.geomspace(0.1, 10, 12), [0.0, 0.1, 0.3, 1.0], [1, 2, 3])
    assay = pd.DataFrame({"S": grid[0].ravel(), "I": grid[1].ravel()})  # three repeats
    noise = 1 + 0.01 * random.standard_normal(len(assay))
    measured = (rate(assay) * noise).rename("rate")

    model = nalm.SymbolicRegressor(max_time=options.max_time, random_state=0)
    model.fit(assay, measured)
    shown = ["pick", "complexity", "r2", "extrapolation_error", "equation"]
    print(model.equations_[shown].to_string())
    print(f"\n{model.equation_}\n{model.verdict_.name}: {model.reason_}")
    far = pd.DataFrame({"S": [100.0, 0.01, 100.0], "I": [0.0, 0.0, 10.0]})
    for row, predicted, true in zip(far.itertuples(), model.predict(far), rate(far), strict=True):
        print(f"S = {row.S:g}, I = {row.I:g}: {predicted:.4f}, true {true:.4f} (not in the data)")

    if options.plot:
        plot(model, assay, measured, options.plot)


def rate(x: pd.DataFrame) -> pd.Series:
    return V_MAX * x["S"] / (K_M * (1 + x["I"] / K_I) + x["S"])


def plot(
    model: nalm.SymbolicRegressor, assay: pd.DataFrame, measured: pd.Series, file: Path
) -> None:
    import matplotlib.pyplot as plt

    substrate = np.geomspace(0.01, 100, 200)
    _, ax = plt.subplots()
    for inhibitor, rows in assay.groupby("I"):
        line = pd.DataFrame({"S": substrate, "I": inhibitor})
        (drawn,) = ax.semilogx(substrate, model.predict(line), label=f"I = {inhibitor:g}")
        ax.semilogx(rows["S"], measured[rows.index], "o", color=drawn.get_color())
    ax.set(xlabel="substrate, mmol/l", ylabel="rate, µmol/min")
    ax.legend()
    plt.savefig(file)


if __name__ == "__main__":
    main()
