"""A damped pendulum: a seismometer, fitted for 23 seconds and predicted for 24 more.

python examples/seismometer.py [--max-time SECONDS] [--plot FILE]
"""

import argparse
from pathlib import Path

import numpy as np
import pandas as pd

import nalm

DATA = Path(__file__).parent / "data" / "seismometer.csv"
LATER = 31  # seconds: what comes after is kept for the test


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--max-time", type=float, default=60, metavar="SECONDS")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    options = parser.parse_args()

    table = pd.read_csv(DATA)
    first, later = table[table.seconds < LATER], table[table.seconds >= LATER]
    models = {}
    for name, rows in {"first half": first, "all rows": table}.items():
        model = nalm.SymbolicRegressor(max_time=options.max_time, random_state=0)
        models[name] = model.fit(rows[["seconds"]], rows["volts"])
        print(f"== {name}")
        shown = ["pick", "complexity", "r2", "extrapolation_error", "equation"]
        print(model.equations_[shown].to_string())
        chosen = model.equations_.query("pick != ''").iloc[0]
        print(f"\n{model.equation_}\n± {', '.join(f'{error:.2g}' for error in chosen['stderr'])}")
        print(f"{model.verdict_.name}: {model.reason_}\n")

    model = models["first half"]
    for name, rows in {"fitted": first, "predicted": later}.items():
        missed = np.std(rows["volts"] - model.predict(rows[["seconds"]]))
        print(f"{name}: misses by {missed:.4f} V of {np.std(rows['volts']):.4f} V")

    if options.plot:
        plot(model, table, options.plot)


def plot(model: nalm.SymbolicRegressor, table: pd.DataFrame, file: Path) -> None:
    import matplotlib.pyplot as plt

    seconds = np.linspace(8, 55, 500)
    _, ax = plt.subplots(figsize=(8, 4), layout="constrained")
    ax.plot(seconds, model.predict(pd.DataFrame({"seconds": seconds})), label="found")
    parts = np.where(table["seconds"] < LATER, "fitted", "not in the fit")
    for name, rows in table.groupby(parts):
        ax.plot(rows["seconds"], rows["volts"], ".", label=name)
    ax.set(xlabel="seconds", ylabel="position, volts")
    ax.legend()
    plt.savefig(file)


if __name__ == "__main__":
    main()
