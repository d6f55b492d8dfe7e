"""Laws that no formula of powers, exponentials, logarithms and sines is: does the tool say so?

A Bessel function, steps, a ramp and |x| are outside the class. √(x²) would be |x|: as a protected
operator in disguise, the root of a single even power of an input with both signs is refused.

python examples/outside_the_class.py [--max-time SECONDS] [--plot FILE]
"""

import argparse
from pathlib import Path

import numpy as np
import scipy.special

import nalm

LAWS = {
    "J0(x)": scipy.special.j0,
    "floor(x)": np.floor,
    "max(x, 0)": lambda x: np.maximum(x, 0),
    "|x|": np.abs,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--max-time", type=float, default=30, metavar="SECONDS")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    options = parser.parse_args()

    x = np.random.default_rng(0).uniform(-4, 4, (200, 1))
    models = {}
    for name, law in LAWS.items():
        model = nalm.SymbolicRegressor(max_time=options.max_time, random_state=0)
        models[name] = model.fit(x, law(x[:, 0]))
        print(f"{name}\n  best candidate: {model.equation_}")
        print(f"  {model.verdict_.name}: {model.reason_}")

    if options.plot:
        plot(models, options.plot)


def plot(models: dict[str, nalm.SymbolicRegressor], file: Path) -> None:
    import matplotlib.pyplot as plt

    wide = np.linspace(-6, 6, 400)[:, None]
    _, axes = plt.subplots(1, len(models), figsize=(4 * len(models), 3.5))
    for ax, (name, model) in zip(axes, models.items(), strict=True):
        true = LAWS[name](wide[:, 0])
        ax.plot(wide, true, label="law")
        ax.plot(wide, model.predict(wide), "--", label="best candidate")
        ax.axvspan(-4, 4, alpha=0.1, label="data")
        margin = 0.2 * np.ptp(true)
        ax.set(title=name, ylim=(true.min() - margin, true.max() + margin))
    axes[0].legend()
    plt.savefig(file)


if __name__ == "__main__":
    main()
