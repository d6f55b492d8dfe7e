"""Networks of units: what an experiment trains.

`stack` chains layers, and an `Initial` draws chosen parameters from another distribution than the
unit's own, so that a network is described by data alone.
"""

from nalm.networks._initial import Constant, Draw, GlorotUniform, Initial, Normal, Uniform
from nalm.networks._stack import stack

__all__ = ["Constant", "Draw", "GlorotUniform", "Initial", "Normal", "Uniform", "stack"]
