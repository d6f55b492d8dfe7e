"""Carbon dioxide at Mauna Loa: 20 years fitted, and the 20 years after them.

python examples/mauna_loa.py [--max-time SECONDS] [--plot FILE]
"""

import argparse
from pathlib import Path

import numpy as np
import pandas as pd

import nalm

DATA = Path(__file__).parent / "data" / "mauna_loa.csv"
BEGIN, LATER = 1975, 1995


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--max-time", type=float, default=60, metavar="SECONDS")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    options = parser.parse_args()

    table = pd.read_csv(DATA)
    table["years"] = table["year"] + (table["month"] - 0.5) / 12 - BEGIN
    first, later = table[table.year < LATER], table[table.year >= LATER]
    model = nalm.SymbolicRegressor(max_time=options.max_time, random_state=0)
    model.fit(first[["years"]], first["ppm"])

    shown = ["pick", "complexity", "r2", "extrapolation_error", "equation"]
    print(model.equations_[shown].to_string())
    print(f"\n{model.equation_}\n{model.verdict_.name}: {model.reason_}")
    table["missed"] = table["ppm"] - model.predict(table[["years"]])
    for begin in range(BEGIN, 2015, 10):
        missed = table.loc[table["year"].between(begin, begin + 9), "missed"]
        kept = "" if begin < LATER else ", not in the fit"
        print(f"{begin} to {begin + 9}: {missed.mean():+.1f} ± {missed.std():.1f} ppm{kept}")
    inside = table["missed"].where(table["year"] < LATER).groupby(table["month"]).mean()
    print(f"left over by month, in the fit: {inside.round(1).to_list()}")

    if options.plot:
        plot(model, table, later, options.plot)


def plot(
    model: nalm.SymbolicRegressor, table: pd.DataFrame, later: pd.DataFrame, file: Path
) -> None:
    import matplotlib.pyplot as plt

    years = np.linspace(0, 40, 2000)
    _, (above, below) = plt.subplots(
        2, 1, figsize=(8, 6), sharex=True, height_ratios=(3, 1), layout="constrained"
    )
    above.plot(table["year"] + table["years"] % 1, table["ppm"], ".", ms=3, label="measured")
    above.plot(BEGIN + years, model.predict(pd.DataFrame({"years": years})), lw=1, label="found")
    below.plot(BEGIN + table["years"], table["missed"], ".", ms=3)
    for ax in (above, below):
        ax.axvspan(later["year"].min(), later["year"].max() + 1, alpha=0.1, label="not in the fit")
    above.set(ylabel="CO2, ppm")
    below.set(xlabel="year", ylabel="measured - found")
    above.legend()
    plt.savefig(file)


if __name__ == "__main__":
    main()
