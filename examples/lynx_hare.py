"""Lynx and hare: can 21 years of pelts decide which equations made them?

python examples/lynx_hare.py [--max-time SECONDS] [--plot FILE]
"""

import argparse
from pathlib import Path

import numpy as np
import pandas as pd
import sympy

import nalm

DATA = Path(__file__).parent / "data" / "hudson_bay.csv"
HARE, LYNX = sympy.symbols("hare lynx")
LOTKA_VOLTERRA = {"hare": {HARE, HARE * LYNX}, "lynx": {LYNX, HARE * LYNX}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--max-time", type=float, default=120, metavar="SECONDS")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    options = parser.parse_args()

    table = pd.read_csv(DATA)
    years, pelts = table["year"].to_numpy(float) - 1900, table[["hare", "lynx"]]
    model = nalm.DynamicsRegressor(max_time=options.max_time, random_state=0).fit(years, pelts)

    for name, front in model.equations_.groupby("state"):
        print(f"\nd{name}/dt")
        front["lotka_volterra"] = [form(f) == LOTKA_VOLTERRA[name] for f in front["sympy"]]
        shown = ["pick", "complexity", "extrapolation_error", "bic", "lotka_volterra", "equation"]
        print(front[shown].to_string())
    for equation, verdict, reason in zip(
        model.equation_, model.verdict_, model.reason_, strict=True
    ):
        print(f"\n{equation}\n{verdict.name}: {reason}")

    if options.plot:
        plot(model, table, options.plot)


def form(derivative: sympy.Expr) -> set[sympy.Expr]:
    """Return the terms of a derivative without their coefficients."""
    terms = sympy.Add.make_args(sympy.expand(derivative))
    return {term.as_independent(HARE, LYNX)[1] for term in terms}


def plot(model: nalm.DynamicsRegressor, table: pd.DataFrame, file: Path) -> None:
    import matplotlib.pyplot as plt

    years = np.linspace(0, 30, 301)  # ten years beyond the data
    path = model.simulate(years, table[["hare", "lynx"]].to_numpy()[0])
    _, ax = plt.subplots()
    for name, line in zip(["hare", "lynx"], np.asarray(path).T, strict=True):
        (drawn,) = ax.plot(1900 + years, line)
        ax.plot(table["year"], table[name], "o", color=drawn.get_color(), label=name)
    ax.set(xlabel="year", ylabel="pelts, thousands", ylim=(0, 150))
    ax.legend()
    plt.savefig(file)


if __name__ == "__main__":
    main()
