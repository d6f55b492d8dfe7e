"""What the data say about the constants and exponents of right-hand sides."""

# What SciPy gives back has no types.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import block_diag

from nalm._typing import FloatArray
from nalm.discovery._noise import Noise
from nalm.discovery.dynamics.measurements._conserved import filled
from nalm.discovery.dynamics.measurements._smoothed import nodes, smooth_trajectories, table
from nalm.discovery.dynamics.measurements._trajectories import Trajectory
from nalm.discovery.dynamics.regressor._solution import FitSpecification
from nalm.discovery.dynamics.systems._shooting_density import (
    ShootingDensity,
    evaluate_shooting,
    shooting_density,
)
from nalm.discovery.dynamics.systems._system import System, numbers_of_state
from nalm.discovery.estimator._uncertainty import Sampling
from nalm.discovery.uncertainty._centring import centred, centring, uncentred, uncentring_slope
from nalm.discovery.uncertainty._chains import Chains, run_independent_chains
from nalm.discovery.uncertainty._density import Prior
from nalm.discovery.uncertainty._free_parameters import free_parameters, input_names
from nalm.discovery.uncertainty._laplace import Laplace, draw_student, inverse_root, weight_share
from nalm.discovery.uncertainty._posterior import check_counts
from nalm.discovery.uncertainty._posterior_result import Posterior
from nalm.discovery.uncertainty._summaries import from_chains, from_student
from nalm.errors import InvalidValueError

_CHECKED = 256  # draws of the t distribution at which the density itself is evaluated


def posteriors(
    system: System,
    trajectories: tuple[Trajectory, ...],
    *,
    specification: FitSpecification,
    outputs: Sequence[int],
    sampling: Sampling,
) -> list[Posterior]:
    r"""Say how far measurements determine the numbers of some right-hand sides.

    The prior is flat in ln σ of each state, in the exponents, and in each coefficient taken in the
    middle of the data, as in `nalm.discovery.posterior`. "laplace" takes Student's t distribution
    around the mode, with the covariance of multiple shooting; "sampling" corrects it by chains
    whose proposals are from it.

    Args:
        system: All right-hand sides.
        trajectories: The measurements.
        specification: What the user states about them.
        outputs: States whose equations are asked about.
        sampling: How draws are made.

    Returns:
        One for each of the outputs, whose draws belong together.

    Raises:
        InvalidValueError: If an argument is out of range, or the data do not determine the numbers.
    """
    if sampling.method not in ("laplace", "sampling"):
        raise InvalidValueError(
            f"method should be 'laplace' or 'sampling', found {sampling.method!r}: choose one of "
            "them"
        )
    check_counts(sampling.chains, sampling.draws)
    space = _space(system, trajectories, specification)
    random = np.random.default_rng(sampling.seed)
    if sampling.method == "laplace":
        drawn = _independent(space, sampling.chains * sampling.draws, random)
        return [
            _from_student(space, drawn, _equation(system, specification, state))
            for state in outputs
        ]
    walked = _walked(space, sampling, random)
    return [
        _from_chains(space, walked, _equation(system, specification, state)) for state in outputs
    ]


@dataclass(frozen=True, kw_only=True)
class _Space:
    """The numbers of all equations, centred, and the t distribution around their mode."""

    density: ShootingDensity
    matrix: FloatArray
    student: Laplace


@dataclass(frozen=True, kw_only=True)
class _Draws:
    """Centred numbers `(chains, draws, numbers)`, noise of each state, and how good they are."""

    inner: FloatArray
    sigma: FloatArray  # (chains times draws, states)
    share: float = 1.0
    acceptance: float = float("nan")


@dataclass(frozen=True, kw_only=True)
class _Equation:
    """One right-hand side: its state, its numbers among all, and what a `Posterior` says first."""

    state: int
    places: list[int]
    factors: FloatArray
    identity: dict[str, Any]


def _space(
    system: System, trajectories: tuple[Trajectory, ...], specification: FitSpecification
) -> _Space:
    full = tuple(filled(each, specification.groups) for each in trajectories)
    data = smooth_trajectories(full, relative=specification.relative)
    nobody = np.zeros(len(data.t), dtype=bool)
    measured = nodes(data, columns=system.columns, time=specification.time, held=nobody)
    density = shooting_density(system, measured)
    x = table(data, time=specification.time)
    # Each term has its own numbers, and its coefficient depends on its own exponents only.
    # The empty block keeps the shape of a system without terms.
    blocks = [np.zeros((0, 0)), *(centring(term, x) for term in density.system.terms)]
    matrix = np.asarray(block_diag(*blocks))
    mode = centred(density.mode, matrix=matrix)
    # By the chain rule: derivatives by the centred numbers.
    root = inverse_root(density.design @ uncentring_slope(mode, matrix=matrix))
    degrees = density.degrees
    # The design is in units of the noise, so s² = squares / degrees is 1.
    student = Laplace(mode=mode, root=root, degrees=degrees, squares=float(degrees))
    return _Space(density=density, matrix=matrix, student=student)


def _equation(system: System, specification: FitSpecification, state: int) -> _Equation:
    formula = system.formulas[state]
    places, factors = numbers_of_state(system, state)
    free = free_parameters(formula, input_names(len(specification.names) + specification.time))
    relative = bool(specification.relative) and specification.relative[state]
    identity = {
        "formula": formula,
        "noise": Noise.RELATIVE if relative else Noise.CONSTANT,
        "prior": Prior.FLAT,
        "names": tuple(each.name for each in free),
        "exponent": tuple(each.exponent for each in free),
        "rate": True,
    }
    return _Equation(state=state, places=places, factors=factors, identity=identity)


def _independent(space: _Space, count: int, random: np.random.Generator) -> _Draws:
    density, matrix = space.density, space.matrix
    inner, _ = draw_student(space.student, draws=count, random=random)
    checked = inner[:_CHECKED]
    logs, _ = evaluate_shooting(density, uncentred(checked, matrix=matrix))
    _, squares = evaluate_shooting(density, density.mode[None])
    return _Draws(
        inner=inner[None],
        # Each state has a noise of its own, which the one width of a t draw does not determine: so
        # σ is drawn by itself, with U of the mode.
        sigma=_sigma(density, np.repeat(squares, count, axis=0), density.degrees, random),
        share=weight_share(logs, space.student, draws=checked),
    )


def _walked(space: _Space, sampling: Sampling, random: np.random.Generator) -> _Draws:
    density, student = space.density, space.student

    def outer(z: FloatArray) -> FloatArray:
        return uncentred(student.mode + z @ student.root.T, matrix=space.matrix)

    run = run_independent_chains(
        lambda z: evaluate_shooting(density, outer(z))[0],
        len(student.mode),
        chains=sampling.chains,
        draws=sampling.draws,
        random=random,
    )
    flat = run.draws.reshape(sampling.chains * sampling.draws, len(student.mode))
    # Chains repeat a place when they refuse a proposal, and each place costs an integration.
    distinct, place = np.unique(flat, axis=0, return_inverse=True)
    squares = evaluate_shooting(density, outer(distinct))[1][place.reshape(-1)]
    # The numbers are given by the draw; only the first states were integrated out.
    degrees = density.observed.sum() - density.first.size
    return _Draws(
        inner=student.mode + run.draws @ student.root.T,
        sigma=_sigma(density, squares, float(degrees), random),
        acceptance=run.acceptance,
    )


def _sigma(
    density: ShootingDensity, squares: FloatArray, degrees: float, random: np.random.Generator
) -> FloatArray:
    """Draw the noise of each state `(draws, states)`: a scaled inverse χ² distribution."""
    # What was fitted is shared out in proportion to the measurements of each state.
    own = density.observed * degrees / density.observed.sum()
    return density.nodes.sigma * np.sqrt(squares / random.chisquare(own, squares.shape))


def _from_student(space: _Space, drawn: _Draws, equation: _Equation) -> Posterior:
    places, factors, student = equation.places, equation.factors, space.student
    marginal = Laplace(
        # A marginal of Student's t has the same degrees; factors multiply centred coefficients as
        # they do others.
        mode=student.mode[places] * factors,
        root=student.root[places] * factors[:, None],
        degrees=student.degrees,
        squares=student.squares,
    )
    return from_student(
        equation.identity,
        marginal,
        matrix=space.matrix[np.ix_(places, places)],
        draws=drawn.inner[0][:, places] * factors,
        sigma=drawn.sigma[:, equation.state],
        share=drawn.share,
    )


def _from_chains(space: _Space, drawn: _Draws, equation: _Equation) -> Posterior:
    places, factors = equation.places, equation.factors
    inner = drawn.inner[:, :, places] * factors
    flat = inner.reshape(len(drawn.sigma), len(places))
    return from_chains(
        equation.identity,
        Chains(draws=inner, acceptance=drawn.acceptance),
        draws=uncentred(flat, matrix=space.matrix[np.ix_(places, places)]),
        sigma=drawn.sigma[:, equation.state],
    )
