"""Rutherford's decay of thorium: the law from a day and a half, and what came after.

python examples/thorium.py [--max-time SECONDS] [--plot FILE]
"""

import argparse
from pathlib import Path

import numpy as np
import pandas as pd

import nalm

DATA = Path(__file__).parent / "data" / "thorium.csv"
LATER = 40  # hours: the three rows after it are kept for the test
HALF_LIFE = 10.6  # hours: lead-212, as measured today


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--max-time", type=float, default=30, metavar="SECONDS")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    options = parser.parse_args()

    table = pd.read_csv(DATA)
    first, later = table[table.hours < LATER], table[table.hours > LATER]
    models = {}
    for name, rows in {"first rows": first, "all rows": table}.items():
        model = nalm.SymbolicRegressor(max_time=options.max_time, random_state=0)
        models[name] = model.fit(rows[["hours"]], rows["current"])
        print(f"== {name}")
        shown = ["pick", "complexity", "extrapolation_error", "equation"]
        print(model.equations_[shown].to_string())
        print(f"\n{model.equation_}\n{model.verdict_.name}: {model.reason_}")
        rate, error = decay(model)
        if rate:
            half = np.log(2) / rate
            print(f"half-life: {half:.2f} ± {half * error / rate:.2f} hours, now {HALF_LIFE}\n")

    predicted = models["first rows"].predict(later[["hours"]])
    for row, value in zip(later.itertuples(), predicted, strict=True):
        print(f"{row.hours} hours, not in the first fit: {value:.2f}, measured {row.current}")

    if options.plot:
        plot(models["first rows"], table, options.plot)


def decay(model: nalm.SymbolicRegressor) -> tuple[float, float]:
    """Return the rate of a e^(-b t) and its standard error; zeros of another formula."""
    constants, errors = model.equations_.query("pick != ''")[["constants", "stderr"]].iloc[0]
    is_decay = model.equation_.count("exp") == 1 and len(constants) == 2 and constants[1] < 0
    return (-constants[1], errors[1]) if is_decay else (0.0, 0.0)


def plot(model: nalm.SymbolicRegressor, table: pd.DataFrame, file: Path) -> None:
    import matplotlib.pyplot as plt

    hours = np.linspace(0, 80, 200)
    _, ax = plt.subplots(layout="constrained")
    ax.semilogy(hours, model.predict(pd.DataFrame({"hours": hours})), label="found")
    for name, rows in table.groupby(np.where(table["hours"] < LATER, "fitted", "not in the fit")):
        ax.semilogy(rows["hours"], rows["current"], "o", label=name)
    ax.set(xlabel="hours", ylabel="current, first reading = 100")
    ax.legend()
    plt.savefig(file)


if __name__ == "__main__":
    main()
