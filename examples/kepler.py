"""Kepler's third law from the eight planets, tested on Pluto.

python examples/kepler.py [--max-time SECONDS] [--plot FILE]
"""

import argparse
from pathlib import Path

import pandas as pd

import nalm

DATA = Path(__file__).parent / "data" / "planets.csv"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--max-time", type=float, default=30, metavar="SECONDS")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    options = parser.parse_args()

    table = pd.read_csv(DATA)
    planets, pluto = table[table.kind == "planet"], table[table.body == "Pluto"]
    model = nalm.SymbolicRegressor(max_time=options.max_time, random_state=0)
    model.fit(planets[["semi_major_axis_au"]], planets["period_years"])

    print(model.equations_[["pick", "complexity", "extrapolation_error", "equation"]].to_string())
    print(f"\n{model.equation_}\n{model.verdict_.name}: {model.reason_}")
    predicted = model.predict(pluto[["semi_major_axis_au"]])[0]
    measured = pluto["period_years"].iloc[0]
    print(f"Pluto, not in the fit: {predicted:.2f} years, measured {measured:.2f}")

    if options.plot:
        plot(model, table, options.plot)


def plot(model: nalm.SymbolicRegressor, table: pd.DataFrame, file: Path) -> None:
    import matplotlib.pyplot as plt
    import numpy as np

    axes = np.geomspace(0.3, 50, 200)
    _, ax = plt.subplots()
    ax.loglog(axes, model.predict(pd.DataFrame({"semi_major_axis_au": axes})), label="found")
    for kind, rows in table.groupby("kind"):
        ax.loglog(rows["semi_major_axis_au"], rows["period_years"], "o", label=kind)
    ax.set(xlabel="semi-major axis, au", ylabel="period, years")
    ax.legend()
    plt.savefig(file)


if __name__ == "__main__":
    main()
