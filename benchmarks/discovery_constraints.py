"""What constraints change: nine laws on few noisy rows, and two beside them.

python benchmarks/discovery_constraints.py [TABLES]

Each law is searched in so many tables (3), without and with what is known of it. Every constraint
is true. The formula is right if it has the law's values, for some constants, up to four times as
far out as the rows.
"""

import sys
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import erf

from nalm import SymbolicRegressor
from nalm.discovery import Verdict

SATURATES = ("y(0) = 0", "increasing in x")


@dataclass(frozen=True, kw_only=True)
class Known:
    """A law, its rows, and what is known of it; without a form no answer counts as right."""

    law: Callable[[np.ndarray], np.ndarray]
    x: np.ndarray
    noise: float
    constraints: tuple[str, ...]
    form: str = ""


LAWS = {
    "Michaelis and Menten": Known(
        law=lambda s: 12 * s / (5 + s),
        x=np.geomspace(0.5, 40, 20),
        noise=0.1,
        constraints=(*SATURATES, "y(inf) = 12"),
        form="a*x/(b + x)",
    ),
    "cooling": Known(
        law=lambda t: 20 + 70 * np.exp(-0.35 * t),
        x=np.linspace(0, 6, 16),
        noise=0.6,
        constraints=("decreasing in x", "y(inf) = 20"),
        form="a + b*exp(-c*x)",
    ),
    "charging": Known(
        law=lambda t: 5 * (1 - np.exp(-0.5 * t)),
        x=np.linspace(0.2, 6, 16),
        noise=0.05,
        constraints=(*SATURATES, "y(inf) = 5"),
        form="a + b*exp(-c*x)",
    ),
    "Hill": Known(
        law=lambda c: 8 * c**2 / (9 + c**2),
        x=np.geomspace(0.3, 30, 20),
        noise=0.1,
        constraints=(*SATURATES, "y(inf) = 8"),
        form="a*x^2/(b + x^2)",
    ),
    "falling in air": Known(
        law=lambda t: 6 * np.tanh(0.5 * t),
        x=np.linspace(0.1, 4, 16),
        noise=0.05,
        constraints=(*SATURATES, "y(inf) = 6"),
        form="a*tanh(b*x)",
    ),
    "throw": Known(
        law=lambda t: 3 * t + 4.9 * t**2,
        x=np.linspace(0.1, 2, 14),
        noise=0.1,
        constraints=("y(0) = 0",),
        form="a*x + b*x^2",
    ),
    "Langmuir": Known(
        law=lambda p: 3 * p / (2.5 + p),
        x=np.linspace(0.2, 8, 14),
        noise=0.05,
        constraints=(*SATURATES, "y(inf) = 3"),
        form="a*x/(b + x)",
    ),
    "decay": Known(
        law=lambda t: 1.5 + 4 * np.exp(-0.4 * t),
        x=np.linspace(0, 8, 20),
        noise=0.03,
        constraints=("decreasing in x", "y(inf) = 1.5"),
        form="a + b*exp(-c*x)",
    ),
    "diffusion": Known(
        law=lambda t: 5 * erf(0.6 * t),
        x=np.linspace(0.1, 3, 20),
        noise=0.05,
        constraints=(*SATURATES, "y(inf) = 5"),
        form="a*erf(b*x)",
    ),
    "Langevin": Known(
        law=lambda t: 4 * (1 / np.tanh(t) - 1 / t),
        x=np.linspace(0.2, 8, 20),
        noise=0.04,
        constraints=(*SATURATES, "y(inf) = 4"),
    ),
    "stretched": Known(
        law=lambda t: 6 * (1 - np.exp(-((0.5 * t) ** 0.83))),
        x=np.linspace(0.1, 5, 20),
        noise=0.06,
        constraints=(*SATURATES, "y(inf) = 6"),
    ),
}


COUNTED = ("right", "right, and a law", "wrong, and a law")


def is_right(model: SymbolicRegressor, known: Known) -> bool:
    """Say whether the chosen formula is of the law's form."""
    if not known.form:
        return False
    far = np.concatenate([known.x, np.linspace(known.x.min(), 4 * known.x.max(), 60)])[:, None]
    values = model.predict(far)
    if not np.isfinite(values).all():
        return False
    form = SymbolicRegressor(random_state=0, noise="constant")
    found = form.fit_form(known.form, far, values, search=False).predict(far)
    return bool(np.abs(found - values).max() < 1e-6 * np.abs(values).max())


def main(tables: int) -> None:
    """Search, and print the counts."""
    total: Counter[tuple[bool, bool, str]] = Counter()
    for name, known in LAWS.items():
        for seed in range(tables):
            noise = np.random.default_rng(seed).normal(size=len(known.x))
            y = known.law(known.x) + known.noise * noise
            for constraints in ((), known.constraints):
                model = SymbolicRegressor(max_time=30.0, random_state=0, constraints=constraints)
                model.fit(known.x[:, None], y)
                verdict = model.discoveries_[0].verdict
                right, law = is_right(model, known), verdict is Verdict.LAW
                kind = bool(known.form), bool(constraints)
                for what, found in zip(COUNTED, (right, right and law, law > right), strict=True):
                    total[*kind, what] += found
                mark = "with" if constraints else "without"
                print(name, seed, mark, verdict.name, right, model.equation_, flush=True)
    for kind in ((True, False), (True, True), (False, False), (False, True)):
        words = ("laws" if kind[0] else "none to find", "with" if kind[1] else "without")
        counts = {what: total[*kind, what] for what in COUNTED}
        of = tables * sum(bool(each.form) is kind[0] for each in LAWS.values())
        print(*words, f"of {of}:", counts)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
