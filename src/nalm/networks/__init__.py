"""Networks of units: what an experiment trains.

`stack` chains layers, and an `Initial` draws chosen parameters from another distribution than the
unit's own, so that a network is described by data alone. `tied` lets places share a parameter, and
`unprojected` takes the units' constraints away. A `NeuralODE` integrates a network.
`SequenceReader` reads a sequence of images by a `SoftArgmax` or a number, and a `Recurrence` makes
a unit an accumulator, `AtOnce` lets it read all elements together.
`Conditional` chooses between two branches, `PowerTerms` adds up products of powers, and an
`EMLTree` nests exp a - ln b.
"""

from nalm.networks._conditional import Conditional
from nalm.networks._digit_reader import (
    DigitNetwork,
    SequenceReader,
    SmallDigitNetwork,
    SoftArgmax,
)
from nalm.networks._eml_tree import EMLInit, EMLTree
from nalm.networks._initial import Constant, Draw, GlorotUniform, Initial, Normal, Uniform
from nalm.networks._integration import Integrator
from nalm.networks._leading import LeadingInputs
from nalm.networks._neural_ode import NeuralODE
from nalm.networks._power_terms import PowerTerm, PowerTerms
from nalm.networks._recurrence import (
    LSTM,
    AtOnce,
    Quotient,
    Recurrence,
    RunningProduct,
    RunningSum,
)
from nalm.networks._sequence import LastState, Translator
from nalm.networks._stack import stack
from nalm.networks._tied import tied
from nalm.networks._unprojected import unprojected

__all__ = [
    "LSTM",
    "AtOnce",
    "Conditional",
    "Constant",
    "DigitNetwork",
    "Draw",
    "EMLInit",
    "EMLTree",
    "GlorotUniform",
    "Initial",
    "Integrator",
    "LastState",
    "LeadingInputs",
    "NeuralODE",
    "Normal",
    "PowerTerm",
    "PowerTerms",
    "Quotient",
    "Recurrence",
    "RunningProduct",
    "RunningSum",
    "SequenceReader",
    "SmallDigitNetwork",
    "SoftArgmax",
    "Translator",
    "Uniform",
    "stack",
    "tied",
    "unprojected",
]
