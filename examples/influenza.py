"""Influenza in a boarding school: which epidemic model do 14 counts of boys in bed identify?

Only the infected I are counted, not the susceptible S or the recovered R. With N boys, a boy ill
for 1/γ days on average, and C the boy-days in bed so far (dC/dt = I), R = γ C and S = N - I - γ C.
So the model of Kermack and McKendrick is a polynomial of what was counted:

    dI/dt = β I S / N - γ I = (β - γ) I - (β/N) I² - (β γ/N) I C

Three coefficients for two unknowns: the number of boys follows from the fit, and can be compared.

python examples/influenza.py [--max-time SECONDS] [--plot FILE]
"""

import argparse
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import sympy
from scipy.integrate import cumulative_trapezoid

import nalm
from nalm.symbolic import Power, Product, Sum

DATA = Path(__file__).parent / "data" / "boarding_school.csv"
BOYS, ILL = 763, 512
BED, DAYS = sympy.symbols("in_bed boy_days", real=True)
ONE = Fraction(1)
FORMS = {
    "in_bed": [(1, 0), (2, 0), (1, 1)],  # exponents of in_bed and boy_days
    "boy_days": Sum((Product(ONE, (Power(0, ONE),)),)),  # in_bed, with nothing to fit
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--max-time", type=float, default=120, metavar="SECONDS")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    options = parser.parse_args()

    table = pd.read_csv(DATA)
    day = table["day"].to_numpy(float)
    boy_days = cumulative_trapezoid(table["in_bed"], day, initial=0)
    states = table[["in_bed"]].assign(boy_days=boy_days)
    model = nalm.DynamicsRegressor(max_time=options.max_time, random_state=0).fit(day, states)

    front = model.equations_[model.equations_["output"] == "in_bed"]
    print(front[["pick", "complexity", "extrapolation_error", "bic", "equation"]].to_string())
    for equation, verdict, reason in zip(
        model.equation_, model.verdict_, model.reason_, strict=True
    ):
        print(f"\n{equation}\n{verdict.name}: {reason}")
    for row, derivative in front["sympy"].items():
        if epidemic(derivative):
            print(f"\nRow {row} has the form of the model.")

    given = nalm.DynamicsRegressor(structures=FORMS, random_state=0).fit(day, states)
    print(f"\nThe model given:\n{given.equation_[0]}\n± {given.equations_['stderr'].iloc[0]}")
    print(f"{given.verdict_[0].name}: {given.reason_[0]}")
    print(f"The counts scatter by {given.noise_[0]:.0f} boys around it.")
    beta, gamma, boys = known(*given.equations_["constants"].iloc[0])
    spread = np.random.default_rng(0).multivariate_normal(
        given.equations_["constants"].iloc[0], given.covariance_, 10_000
    )
    errors = [np.subtract(*np.quantile(each, [0.84, 0.16])) / 2 for each in known(*spread.T)]
    print(f"β = {beta:.2f} ± {errors[0]:.2f} and γ = {gamma:.2f} ± {errors[1]:.2f} per day,")
    print(f"which makes {boys:.0f} ± {errors[2]:.0f} boys in the school; there were {BOYS},")
    print(f"and puts {gamma * boy_days[-1]:.0f} boys to bed; {ILL} were ill.")

    if options.plot:
        plot(model, states, options.plot)


def epidemic(derivative: sympy.Expr) -> bool:
    """Say whether the derivative has the three terms of the model, and no other."""
    return set(sympy.expand(derivative).as_coefficients_dict()) == {BED, BED**2, BED * DAYS}


def known(growth: float, crowding: float, recovered: float) -> tuple[float, float, float]:
    """Return β, γ and N of the three coefficients; of arrays of them, arrays."""
    gamma = recovered / crowding
    beta = growth + gamma
    return beta, gamma, -beta / crowding


def plot(model: nalm.DynamicsRegressor, states: pd.DataFrame, file: Path) -> None:
    import matplotlib.pyplot as plt

    day = np.linspace(0, 20, 201)
    path = np.asarray(model.simulate(day, states.to_numpy()[0]))
    _, ax = plt.subplots()
    ax.plot(day, path[:, 0], label="chosen equations")
    ax.plot(range(len(states)), states["in_bed"], "o", label="counted")
    ax.set(xlabel="days since 22 January 1978", ylabel="boys in bed", ylim=(0, 400))
    ax.legend()
    plt.savefig(file)


if __name__ == "__main__":
    main()
