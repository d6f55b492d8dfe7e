"""Units: layers whose weights are arithmetic.

Each maps vectors to vectors, `(*batch, in_features)` to `(*batch, out_features)`, and is used like
`torch.nn.Linear`. A weight of 1 adds an input or multiplies by it, -1 subtracts it or divides by
it, 0 leaves it out; training pushes the weights to such values, and `express` reads the formula
out of them::

    net = nn.Sequential(NAU(8, 2), NMU(2, 1))
    loss = mse(net(x), y) + 0.1 * penalty(net)
    # after optimizer.step():  project_(net)
"""

from nalm.units._additive._mcfc import MCFC
from nalm.units._additive._nac import NAC
from nalm.units._additive._nau import NAU
from nalm.units._base._functional import ProductForm
from nalm.units._base._unit import Unit
from nalm.units._baseline._activation import Activation
from nalm.units._baseline._dense import Dense
from nalm.units._comparison._nsr import NSR
from nalm.units._division._ablated_spu import AblatedSPU, SignRule
from nalm.units._division._exponents import Exponents
from nalm.units._division._naive_npu import NaiveNPU
from nalm.units._division._nmru import NMRU
from nalm.units._division._nmru_variant import NMRUVariant
from nalm.units._division._npu import NPU
from nalm.units._division._nru import NRU, SignPath
from nalm.units._division._power_options import Clip, Discretise, PowerInit
from nalm.units._division._real_npu import RealNPU
from nalm.units._division._spu import SPU
from nalm.units._gated._dmu import DMU
from nalm.units._gated._dmu_operands import DMUOperands
from nalm.units._gated._gated_nau_nmu import GatedNAUNMU
from nalm.units._gated._gnalu import GNALU
from nalm.units._gated._inalu import INALU
from nalm.units._gated._inalu_options import INALUGate, INALUInit
from nalm.units._gated._nalu import NALU
from nalm.units._gated._nalu_options import NALUGate, NALUWeights
from nalm.units._hill._exponential import HillExponential
from nalm.units._hill._trig_products import HillTrigProducts
from nalm.units._hill._unit_circle import HillUnitCircle
from nalm.units._input_penalty import input_penalty
from nalm.units._model import penalty, project_, sparsity_error, units
from nalm.units._multiplicative._mass_sign import MassSign
from nalm.units._multiplicative._mul_mcfc import MulMCFC
from nalm.units._multiplicative._nac_mul import NACMul
from nalm.units._multiplicative._nac_mul_nmu import NACMulNMU
from nalm.units._multiplicative._nac_mul_sigmoid import NACMulSigmoid
from nalm.units._multiplicative._nmu import NMU, NMUClip
from nalm.units._multiplicative._snmu import SNMU

__all__ = [
    "DMU",
    "GNALU",
    "INALU",
    "MCFC",
    "NAC",
    "NALU",
    "NAU",
    "NMRU",
    "NMU",
    "NPU",
    "NRU",
    "NSR",
    "SNMU",
    "SPU",
    "AblatedSPU",
    "Activation",
    "Clip",
    "DMUOperands",
    "Dense",
    "Discretise",
    "Exponents",
    "GatedNAUNMU",
    "HillExponential",
    "HillTrigProducts",
    "HillUnitCircle",
    "INALUGate",
    "INALUInit",
    "MassSign",
    "MulMCFC",
    "NACMul",
    "NACMulNMU",
    "NACMulSigmoid",
    "NALUGate",
    "NALUWeights",
    "NMRUVariant",
    "NMUClip",
    "NaiveNPU",
    "PowerInit",
    "ProductForm",
    "RealNPU",
    "SignPath",
    "SignRule",
    "Unit",
    "input_penalty",
    "penalty",
    "project_",
    "sparsity_error",
    "units",
]
