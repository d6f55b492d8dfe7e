"""Findings with known content, for the tests of what is shown of them."""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from nalm.discovery import Candidate, Discovery, Noise, Reason, ReasonKind, Verdict
from nalm.reports.discovery import Finding, Motion, Trajectory
from nalm.symbolic import Power, Product, Sum, evaluate

ONE = Fraction(1)
LAW = Sum((Product(2.0, (Power(0, Fraction(3, 2)),)),))
LINE = Sum((Product(-1.5), Product(3.0, (Power(0, ONE),))))
HOSTILE = "<b>&"


def candidate(formula, *, loss=1e-4, outer=0.01, **changed):
    values = {
        "formula": formula,
        "complexity": 3,
        "loss": loss,
        "r2": 1 - loss,
        "extrapolation_error": outer,
        "bic": -12.5,
        "noise": Noise.CONSTANT,
        "sigma": loss**0.5,
        "covariance": np.array([[1e-4]]),
        "hits": 9,
        "restarts": 16,
    }
    return Candidate(**{**values, **changed})


def discovery(*candidates, chosen=1, outer=(10, 11), rows=12, **changed):
    values = {
        "candidates": candidates,
        "chosen": chosen,
        "verdict": Verdict.LAW,
        "reason": Reason(ReasonKind.PREDICTS, {"rows": 2, "error": 0.01}),
        "inner_rows": tuple(k for k in range(rows) if k not in outer),
        "outer_rows": outer,
        "complete": True,
        "seconds": 1.25,
    }
    return Discovery(**{**values, **changed})


def finding(*, target="y", names=("a",), rows=12, **changed):
    """One input: y = 2 a^(3/2) with a little noise, and a line beside it."""
    x = np.geomspace(0.4, 30.0, rows)[:, None]
    y = evaluate(LAW, x) + 0.01 * np.cos(7.0 * np.arange(rows))
    line = candidate(LINE, loss=50.0, outer=0.6, hits=3, covariance=np.diag([4.0, 0.25]))
    found = discovery(line, candidate(LAW), outer=(rows - 2, rows - 1), rows=rows)
    units = {"a": "au"}
    values = {"target": target, "inputs": names, "x": x, "y": y, "discovery": found, "units": units}
    return Finding(**{**values, **changed})


def wide_finding(*, rows=40, noise=Noise.RELATIVE):
    """Three inputs, one with both signs: y = 3 a b²/c within two percent."""
    random = np.random.default_rng(0)
    x = np.column_stack(
        [random.uniform(1, 5, rows), random.uniform(-2, 2, rows), random.uniform(1, 9, rows)]
    )
    formula = Sum((Product(3.0, (Power(0, ONE), Power(1, Fraction(2)), Power(2, -ONE))),))
    y = evaluate(formula, x) * (1 + 0.02 * random.standard_normal(rows))
    worse = Sum((Product(2.5),))
    found = discovery(
        candidate(worse, loss=400.0, outer=2.5, complexity=1),
        candidate(formula, loss=0.2, outer=0.016, complexity=8, noise=noise, sigma=0.02),
        outer=tuple(range(rows - 8, rows)),
        rows=rows,
    )
    names = ("mass", "speed", "radius")
    units = {"mass": "kg", "speed": "m/s", "radius": "m", "force": "N"}
    return Finding(target="force", inputs=names, x=x, y=y, discovery=found, units=units)


def rate_finding(target="prey"):
    base = finding(target=target, rate=True)
    return replace(base, units={}, y=np.full(len(base.y), np.nan))


def motion(*, states=("prey", "predators"), trajectories=2, band=True):
    grid = np.linspace(0.0, 10.0, 101)
    shown = []
    for k in range(trajectories):
        turn = grid[:, None] + k + np.linspace(0.0, 1.5, len(states))
        simulated = 5.0 + k + np.cos(turn)
        margin = 0.2 if band else np.nan
        measured = simulated[::5] + 0.05 * np.sin(31.0 * turn[::5])
        measured[3, 0] = np.nan
        shown.append(
            Trajectory(
                name=f"run {k}",
                times=grid[::5],
                measured=measured,
                fitted=simulated[::5],
                grid=grid,
                simulated=simulated,
                low=simulated - margin,
                high=simulated + margin,
            )
        )
    return Motion(
        time="year",
        states=states,
        count=trajectories,
        simulate=lambda: tuple(shown),
        units={"year": "yr"},
    )
