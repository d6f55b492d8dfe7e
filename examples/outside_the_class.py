"""Laws that no formula of powers, exponentials, logarithms and sines is: does the tool say so?

Bessel, Airy and gamma functions, |x|, a ramp, steps and a law in two pieces are outside the class.
So are noise and a chaotic series, which are no functions of their input at all. √(x²) would be |x|:
as a protected operator in disguise, the root of a single even power of an input with both signs is
refused.

python examples/outside_the_class.py [--max-time SECONDS] [--plot FILE]
"""

import argparse
import warnings
from itertools import accumulate, repeat
from pathlib import Path

import numpy as np
import scipy.special

import nalm
from nalm.errors import DomainWarning, UnfinishedWarning

ROWS = 200
LAWS = {
    "J0(x)": scipy.special.j0,
    "Ai(x)": lambda x: scipy.special.airy(x)[0],
    "gamma(x + 5)": lambda x: scipy.special.gamma(x + 5),
    "|x|": np.abs,
    "max(x, 0)": lambda x: np.maximum(x, 0),
    "floor(x)": np.floor,
    "x² below 1, 2 x + 2 above": lambda x: np.where(x < 1, x**2, 2 * x + 2),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--max-time", type=float, default=3, metavar="SECONDS")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    options = parser.parse_args()

    for expected in (UnfinishedWarning, DomainWarning):  # no time suffices; poles of candidates
        warnings.simplefilter("ignore", expected)
    models = {}
    for name, (x, y) in tables().items():
        model = nalm.SymbolicRegressor(max_time=options.max_time, random_state=0)
        models[name] = model.fit(x, y)
        print(f"{name}\n  best candidate: {model.equation_}")
        print(f"  {model.verdict_.name}: {model.reason_}")

    if options.plot:
        plot(models, options.plot)


def tables() -> dict[str, tuple[np.ndarray, np.ndarray]]:
    random = np.random.default_rng(0)
    x = random.uniform(-4, 4, ROWS)
    made = {name: (x, law(x)) for name, law in LAWS.items()}
    made["noise"] = (x, random.standard_normal(ROWS))
    logistic = accumulate(repeat(0.3, ROWS), lambda last, _: 3.9 * last * (1 - last))
    made["step of a chaotic map"] = (np.arange(ROWS, dtype=float), np.fromiter(logistic, float))
    return {name: (x[:, None], y) for name, (x, y) in made.items()}


def plot(models: dict[str, nalm.SymbolicRegressor], file: Path) -> None:
    import matplotlib.pyplot as plt

    _, axes = plt.subplots(3, 3, figsize=(11, 9), layout="constrained")
    for ax, (name, (x, y)) in zip(axes.flat, tables().items(), strict=True):
        beyond = np.ptp(x) / 4
        wide = np.linspace(x.min() - beyond, x.max() + beyond, 600)[:, None]
        law = LAWS.get(name)
        true = y if law is None else law(wide[:, 0])
        ax.plot(*((x, y, ".") if law is None else (wide, true)), label="law or series")
        ax.plot(wide, models[name].predict(wide), "--", label="best candidate")
        ax.axvspan(x.min(), x.max(), alpha=0.1, label="data")
        margin = 0.2 * np.nanmax(np.abs(y))
        ax.set(title=name, ylim=(y.min() - margin, y.max() + margin))
    axes[0, 0].legend()
    plt.savefig(file)


if __name__ == "__main__":
    main()
