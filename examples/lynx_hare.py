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
HARE, LYNX = sympy.symbols("hare lynx", real=True)
LOTKA_VOLTERRA = {"hare": {HARE, HARE * LYNX}, "lynx": {LYNX, HARE * LYNX}}
FORM = {"hare": [(1, 0), (1, 1)], "lynx": [(0, 1), (1, 1)]}  # the same as exponents of hare, lynx
PUBLISHED = (0.55, -0.028, -0.80, 0.024)
"""α, -β, -γ, δ as quoted, rounded, from the case study of Stan (Carpenter 2018)."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--max-time", type=float, default=120, metavar="SECONDS")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    options = parser.parse_args()

    table = pd.read_csv(DATA)
    years, pelts = table["year"].to_numpy(float) - 1900, table[["hare", "lynx"]]
    for noise in ("relative", "constant"):
        model = nalm.DynamicsRegressor(noise=noise, max_time=options.max_time, random_state=0)
        print(f"\n== Nothing assumed but {noise} noise")
        show(model.fit(years, pelts))
        if options.plot and noise == "relative":
            plot(model, table, options.plot)

        given = nalm.DynamicsRegressor(noise=noise, structures=FORM, random_state=0)
        given.fit(years, pelts)
        print(f"\n== The form of Lotka and Volterra given, {noise} noise of", given.noise_.round(2))
        constants = np.concatenate(list(given.equations_["constants"]))
        errors = np.concatenate(list(given.equations_["stderr"]))
        for found, error, published in zip(constants, errors, PUBLISHED, strict=True):
            print(f"{found:8.4f} ± {error:.4f}   published {published}")
        # The density of a logarithm becomes that of the pelts by a factor 1 / pelts.
        deviance = 2 * len(pelts) * np.log(given.noise_).sum()
        deviance += 2 * np.log(pelts.to_numpy()).sum() if noise == "relative" else 0
        print(f"-2 log likelihood, up to what both kinds of noise share: {deviance:.1f}")


def show(model: nalm.DynamicsRegressor) -> None:
    for name, front in model.equations_.groupby("output"):
        print(f"\nd{name}/dt")
        front["lotka_volterra"] = [form(f) == LOTKA_VOLTERRA[name] for f in front["sympy"]]
        shown = ["pick", "complexity", "extrapolation_error", "bic", "lotka_volterra", "equation"]
        print(front[shown].to_string())
    for equation, verdict, reason in zip(
        model.equation_, model.verdict_, model.reason_, strict=True
    ):
        print(f"\n{equation}\n{verdict.name}: {reason}")


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
