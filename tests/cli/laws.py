"""A table with a known law, a search that finds it at once, and an estimator of rates."""

import numpy as np

from nalm.discovery import Candidate, Discovery, Noise, Reason, ReasonKind, Verdict
from nalm.symbolic import Power, Product, Sum

TABLE = "a,b,y\n" + "".join(f"{a},{b},{2 * a * b**2}\n" for a in (1, 2, 4) for b in (1, 3, 5))
"""y = 2 a b²."""

SERIES = "t,run,x,z\n" + "".join(
    f"{t},{run},{np.exp(-t) * run},{np.exp(t)}\n" for run in (1, 2) for t in (0.0, 0.5, 1.0, 1.5)
)


def log_log_line(problem, options, *, report=None, budget=None):
    """Find y = c Π xᵢ^wᵢ by least squares; that is the whole search."""
    basis = np.column_stack([np.ones(len(problem.y)), np.log(problem.x)])
    w = np.linalg.lstsq(basis, np.log(problem.y))[0]
    powers = tuple(Power(i, float(each)) for i, each in enumerate(w[1:]))
    return found(Sum((Product(float(np.exp(w[0])), powers),)), rows=len(problem.y))


def found(formula, *, rows, **changed):
    candidate = Candidate(
        formula=formula,
        complexity=5,
        loss=1e-20,
        r2=1.0,
        extrapolation_error=1e-12,
        bic=-100.0,
        noise=Noise.CONSTANT,
        sigma=1e-10,
        covariance=np.empty((0, 0)),
        hits=3,
        restarts=4,
    )
    values = {
        "candidates": (candidate,),
        "chosen": 0,
        "verdict": Verdict.LAW,
        "reason": Reason(ReasonKind.ROUNDING_ERROR, {"rows": 1}),
        "inner_rows": tuple(range(rows - 1)),
        "outer_rows": (rows - 1,),
        "complete": True,
        "seconds": 0.1,
    }
    return Discovery(**{**values, **changed})


class Rates:
    """Knows that dx/dt = -x and dz/dt = z, whatever it is shown."""

    made: "list[Rates]" = []  # noqa: RUF012  (reset by the tests)

    def __init__(self, **options):
        self.options = options
        Rates.made.append(self)

    def fit(self, t, states):
        self.t, self.states = t, states
        self.trajectories_ = tuple(range(len(t)))
        rows = sum(map(len, t))
        self.discoveries_ = tuple(
            found(Sum((Product(sign, (Power(k, 1.0),)),)), rows=rows)
            for k, sign in enumerate((-1.0, 1.0)[: states[0].shape[1]])
        )
        return self

    def simulate(self, t, x0):
        rates = np.array([-1.0, 1.0])[: len(x0)]
        return x0 * np.exp(np.outer(t - t[0], rates))

    def simulate_interval(self, t, x0, *, draws=100):
        return 0.9 * self.simulate(t, x0), 1.1 * self.simulate(t, x0)

    def save(self, path):
        path.write_text("{}")
