"""Boyle's law and the weight of the atmosphere from his table of 1662.

python examples/boyle.py [--max-time SECONDS] [--plot FILE]
"""

import argparse
from pathlib import Path

import pandas as pd

import nalm

DATA = Path(__file__).parent / "data" / "boyle.csv"
ATMOSPHERE = 29 + 2 / 16  # inches of mercury: Boyle's barometer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--max-time", type=float, default=30, metavar="SECONDS")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    options = parser.parse_args()

    table = pd.read_csv(DATA)
    air = table[["air_spaces"]]

    print("1. The law, with the atmosphere read off Boyle's barometer:")
    pressure = nalm.SymbolicRegressor(max_time=options.max_time, random_state=0)
    pressure.fit(air, (ATMOSPHERE + table["mercury_in"]).rename("pressure_in"))
    report(pressure)

    print(
        "\n2. From the mercury in the tube alone; what is left at no compression is the atmosphere:"
    )
    mercury = nalm.SymbolicRegressor(max_time=options.max_time, random_state=0)
    mercury.fit(air, table["mercury_in"])
    report(mercury)
    empty = mercury.predict(pd.DataFrame({"air_spaces": [1e9]}))[0]
    print(f"atmosphere: {-empty:.2f} inches; Boyle's barometer stood at {ATMOSPHERE} inches")

    if options.plot:
        plot(mercury, table, options.plot)


def report(model: nalm.SymbolicRegressor) -> None:
    shown = ["pick", "complexity", "r2", "extrapolation_error", "equation"]
    print(model.equations_[shown].to_string())
    print(f"{model.equation_}\n{model.verdict_.name}: {model.reason_}")


def plot(model: nalm.SymbolicRegressor, table: pd.DataFrame, file: Path) -> None:
    import matplotlib.pyplot as plt
    import numpy as np

    spaces = np.linspace(10, 60, 200)
    _, ax = plt.subplots()
    ax.plot(spaces, model.predict(pd.DataFrame({"air_spaces": spaces})), label="found")
    ax.plot(table["air_spaces"], table["mercury_in"], "o", label="Boyle 1662")
    ax.set(xlabel="air, quarter inches of the tube", ylabel="mercury, inches")
    ax.legend()
    plt.savefig(file)


if __name__ == "__main__":
    main()
