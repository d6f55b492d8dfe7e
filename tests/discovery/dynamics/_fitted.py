"""A `DynamicsRegressor` that is fitted without a search."""

from dataclasses import replace

import numpy as np

from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.regressor._regressor import DynamicsRegressor
from nalm.discovery.dynamics.regressor._solution import FitSpecification
from nalm.discovery.dynamics.systems._system import covariance_of, independent, numbers
from nalm.discovery.dynamics.verdict._report import Equations
from nalm.symbolic import Sum
from tests.discovery.dynamics._trajectories import ONE, PREDATOR, PREY, found, lotka_volterra, term

T, X = lotka_volterra(rows=60, share=0.005)
GROWTH = Sum((term(0.5, (0, ONE)),))
"""Another equation of the hares: simpler, and wrong."""


def put_together(system, pools, *, specification, covariance, t, states, controls=None):
    """Make an estimator of a system and, per state, candidates, the last of which is chosen."""
    discoveries = tuple(
        replace(found(pool), chosen=len(pool) - 1, inner_rows=(0, 1, 2, 3), outer_rows=(4, 5))
        for pool in pools
    )
    discoveries = tuple(
        replace(each, candidates=(
            *each.candidates[:-1],
            replace(each.candidates[-1], covariance=covariance_of(system, covariance, state=i)),
        ))
        for i, each in enumerate(discoveries)
    )  # fmt: skip
    law = DynamicsRegressor(time=specification.time)
    equations = Equations(
        system=system,
        covariance=covariance,
        sigma=np.full(len(pools), 0.01),
        discoveries=discoveries,
    )
    law._take(specification, equations)
    law._trajectories = read(t, states, controls=controls)[0]
    law.domain_violations_ = tuple(("",) * len(pool) for pool in pools)
    return law


def hare_and_lynx(covariance=None):
    """Hares with two candidates and lynx with one."""
    system = independent((PREY, PREDATOR))
    return put_together(
        system,
        [[GROWTH, PREY], [PREDATOR]],
        specification=FitSpecification(
            names=("hare", "lynx"), groups=(), time=False, relative=(False, False)
        ),
        covariance=np.eye(len(numbers(system))) * 1e-4 if covariance is None else covariance,
        t=T,
        states=X,
    )
