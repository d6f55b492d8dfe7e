"""Equations from data: what is searched, how, and what comes out."""

from nalm.discovery._bands import Bands, bands
from nalm.discovery._candidate import Candidate, Discovery, Verdict
from nalm.discovery._density import Prior
from nalm.discovery._exactness import exact_probability, released
from nalm.discovery._names import symbols
from nalm.discovery._noise_size import Noise, noise_size
from nalm.discovery._posterior import laplace_posterior, posterior, sampled_posterior
from nalm.discovery._posterior_result import Posterior
from nalm.discovery._problem import Dimensions, Problem
from nalm.discovery._search import Options, Progress, search
from nalm.discovery._structure_weights import structure_weights
from nalm.discovery.engine._rows import outerness

__all__ = [
    "Bands",
    "Candidate",
    "Dimensions",
    "Discovery",
    "Noise",
    "Options",
    "Posterior",
    "Prior",
    "Problem",
    "Progress",
    "Verdict",
    "bands",
    "exact_probability",
    "laplace_posterior",
    "noise_size",
    "outerness",
    "posterior",
    "released",
    "sampled_posterior",
    "search",
    "structure_weights",
    "symbols",
]
