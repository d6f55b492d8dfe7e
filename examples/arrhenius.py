"""Arrhenius' law in a reaction and in a thermistor: what a narrow range of temperature can tell.

python examples/arrhenius.py [--max-time SECONDS] [--plot FILE]
"""

import argparse
from pathlib import Path

import numpy as np
import pandas as pd
import sympy

import nalm

DATA = Path(__file__).parent / "data"
GAS_CONSTANT = 8.314e-3  # kJ/(mol K)
LATER = 1100  # K: below, the tubes agree with other work; above, their authors doubt them
HOT = 100  # degrees Celsius: the thermistor's rows above are kept for the test
KELVIN = sympy.Symbol("kelvin", real=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--max-time", type=float, default=30, metavar="SECONDS")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    options = parser.parse_args()

    tubes = pd.read_csv(DATA / "cyclopropane.csv")
    found = {}
    for name, rows in {"below 1100 K": tubes[tubes.kelvin < LATER], "all rows": tubes}.items():
        print(f"== Cyclopropane, {name}")
        model = search(rows, max_time=options.max_time)
        row = arrhenius(model)
        if row is not None:
            found[name] = (model, row)
            report(model, row)

    thermistor = pd.read_csv(DATA / "thermistor.csv")
    first, later = thermistor[thermistor.celsius <= HOT], thermistor[thermistor.celsius > HOT]
    print("== Thermistor, up to 100 degrees")
    model = search(first, max_time=options.max_time)
    off = np.abs(model.predict(later[["celsius"]]) / later["ohm"] - 1).max()
    print(f"misses the rows above, not in the fit, by up to {off:.2%}")

    if options.plot:
        plot(found, tubes, options.plot)


def search(rows: pd.DataFrame, *, max_time: float) -> nalm.SymbolicRegressor:
    """Search the second column as a function of the first, with errors in proportion to it."""
    model = nalm.SymbolicRegressor(noise="relative", max_time=max_time, random_state=0)
    model.fit(rows.iloc[:, [0]], rows.iloc[:, 1])
    print(model.equations_[["pick", "complexity", "extrapolation_error", "equation"]].to_string())
    print(f"\n{model.equation_}\n{model.verdict_.name}: {model.reason_}")
    return model


def arrhenius(model: nalm.SymbolicRegressor) -> int | None:
    """Find the candidate A e^(-E/(R T)): the derivative of its logarithm is a constant over T²."""
    for row, formula in model.equations_["sympy"].items():
        slope = sympy.simplify(sympy.diff(sympy.log(formula), KELVIN) * KELVIN**2)
        if formula.has(sympy.exp) and slope.is_number:
            return row
    return None


def report(model: nalm.SymbolicRegressor, row: int) -> None:
    a, b = model.equations_.loc[row, "constants"]
    _, error = model.equations_.loc[row, "stderr"]
    print(f"Row {row} is Arrhenius' law: log10 A = {np.log10(a):.1f}, E =", end=" ")
    print(f"{-b * GAS_CONSTANT:.0f} ± {error * GAS_CONSTANT:.0f} kJ/mol\n")


def plot(
    found: dict[str, tuple[nalm.SymbolicRegressor, int]], tubes: pd.DataFrame, file: Path
) -> None:
    import matplotlib.pyplot as plt

    kelvin = pd.DataFrame({"kelvin": np.linspace(930, 1700, 300)})
    _, ax = plt.subplots(layout="constrained")
    for name, (model, row) in found.items():
        rate = model.predict(kelvin, index=row)
        ax.semilogy(1000 / kelvin, rate, label=f"Arrhenius' law, {name}")
    parts = np.where(tubes["kelvin"] < LATER, "below 1100 K", "above 1100 K")
    for name, rows in tubes.groupby(parts):
        ax.semilogy(1000 / rows["kelvin"], rows["per_second"], "o", label=f"measured, {name}")
    ax.set(xlabel="1000 K / temperature", ylabel="rate constant, 1/s")
    ax.legend()
    plt.savefig(file)


if __name__ == "__main__":
    main()
