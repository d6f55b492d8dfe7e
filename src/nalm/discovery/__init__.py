"""Equations from data: which equation made them, and how far to trust it.

`SymbolicRegressor` finds the equation of a table, `DynamicsRegressor` those of time series: both
are scikit-learn estimators. `search` is what they call for each `Problem`; it returns a
`Discovery`, of `Candidate` formulas with a `Verdict`. `posterior`, `bands` and `structure_weights`
say what the data leave open. All public names are here; the folders are for the package itself.
"""

from typing import TYPE_CHECKING

from nalm._lazy import at_first_use
from nalm.discovery._budget import Budget
from nalm.discovery._jobs import Jobs
from nalm.discovery._loading import load_model
from nalm.discovery._noise import Noise, noise_size
from nalm.discovery._noise_model import NoiseModel, register_noise
from nalm.discovery.advice._advice import advice
from nalm.discovery.advice._hint import Hint, HintKind
from nalm.discovery.constraints._kinds import Bounded, Monotone, Slope, Value
from nalm.discovery.estimator._constants import Constant, constants_of
from nalm.discovery.estimator._fitted_data import FittedData, FittedOutput, Series
from nalm.discovery.problem._problem import Dimensions, Problem, Units
from nalm.discovery.problem._rows import outerness
from nalm.discovery.result._candidate import Candidate, Discovery, Verdict
from nalm.discovery.result._fitted_form import FittedForm
from nalm.discovery.result._names import symbols
from nalm.discovery.result._reason import Reason
from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.scoring._search_rules import SearchRules
from nalm.discovery.stages._baselines import Baselines
from nalm.discovery.stages._guesses import Guesses
from nalm.discovery.stages._one_ratio_stage import OneRatio
from nalm.discovery.stages._stage import Proposal, SearchState, Stage
from nalm.discovery.stages.cohorts._random_starts import RandomStarts
from nalm.discovery.stages.cohorts._structure import Structure
from nalm.discovery.stages.products._backfitting import Backfitting
from nalm.discovery.stages.products._binomial_search import NearbyBinomials
from nalm.discovery.stages.products._monomial import PowerProduct
from nalm.discovery.stages.products._poles import Poles
from nalm.discovery.stages.regressions._regressions import QuadraticRoots, SumsAndQuotients
from nalm.discovery.stages.variations._closed_forms import ClosedForms
from nalm.discovery.strategy._search import SearchOptions, SearchProgress, search
from nalm.discovery.strategy._strategy import Strategy, default_strategy
from nalm.discovery.uncertainty._bands import Bands, bands
from nalm.discovery.uncertainty._density import Prior
from nalm.discovery.uncertainty._exactness import exact_probability, released
from nalm.discovery.uncertainty._posterior import laplace_posterior, posterior, sampled_posterior
from nalm.discovery.uncertainty._posterior_result import Posterior
from nalm.discovery.uncertainty._structure_weights import structure_weights

if TYPE_CHECKING:
    from nalm.discovery.dynamics.regressor._regressor import DynamicsRegressor
    from nalm.discovery.estimator._equations_module import EquationsModule
    from nalm.discovery.regressor._symbolic_regressor import SymbolicRegressor

__all__ = [
    "Backfitting",
    "Bands",
    "Baselines",
    "Bounded",
    "Budget",
    "Candidate",
    "ClosedForms",
    "Constant",
    "Dimensions",
    "Discovery",
    "DynamicsRegressor",
    "EquationsModule",
    "FittedData",
    "FittedForm",
    "FittedOutput",
    "Guesses",
    "Hint",
    "HintKind",
    "Jobs",
    "Monotone",
    "NearbyBinomials",
    "Noise",
    "NoiseModel",
    "OneRatio",
    "Poles",
    "Posterior",
    "PowerProduct",
    "Prior",
    "Problem",
    "Proposal",
    "QuadraticRoots",
    "RandomStarts",
    "Reason",
    "ReasonKind",
    "SearchOptions",
    "SearchProgress",
    "SearchRules",
    "SearchState",
    "Series",
    "Slope",
    "Stage",
    "Strategy",
    "Structure",
    "SumsAndQuotients",
    "SymbolicRegressor",
    "Units",
    "Value",
    "Verdict",
    "advice",
    "bands",
    "constants_of",
    "default_strategy",
    "exact_probability",
    "laplace_posterior",
    "load_model",
    "noise_size",
    "outerness",
    "posterior",
    "register_noise",
    "released",
    "sampled_posterior",
    "search",
    "structure_weights",
    "symbols",
]

__getattr__ = at_first_use(
    __name__,  # PyTorch, scikit-learn and pandas take their time
    {
        "nalm.discovery.dynamics.regressor._regressor": "DynamicsRegressor",
        "nalm.discovery.estimator._equations_module": "EquationsModule",
        "nalm.discovery.regressor._symbolic_regressor": "SymbolicRegressor",
    },
)
