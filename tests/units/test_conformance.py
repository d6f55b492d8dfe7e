"""Every unit, in every variant, keeps the promises of `nalm.Unit`."""

from functools import partial

import pytest
import sympy
import torch

import nalm
from nalm import Activation, NALUWeights, NMRUVariant, ProductForm, SignPath
from nalm.testing import check_unit
from tests._tiers import kept, slow, thorough

POWERS = nalm.Exponents(largest=3, step=0.5)
UNITS = {
    "NAC": nalm.NAC,
    "NAC snapped": partial(nalm.NAC, snap=1e-6),
    "NACMul": nalm.NACMul,
    "NACMulNMU": nalm.NACMulNMU,
    "NACMulSigmoid": nalm.NACMulSigmoid,
    "NALU": nalm.NALU,
    "NALU separate": partial(nalm.NALU, weights=NALUWeights.SEPARATE, gate_bias=True),
    "NALU one gate": partial(nalm.NALU, selection=nalm.NALUGate.VECTOR, gate_bias=True),
    "DMU": nalm.DMU,
    "DMU learned": partial(nalm.DMU, operands=nalm.DMUOperands.LEARNED),
    "DMU eleven norms": partial(nalm.DMU, operands=nalm.DMUOperands.SUB, norms=11),
    "GatedNAUNMU": nalm.GatedNAUNMU,
    "GNALU": nalm.GNALU,
    "HillExponential": nalm.HillExponential,
    "HillTrigProducts": nalm.HillTrigProducts,
    "HillUnitCircle": nalm.HillUnitCircle,
    "HillUnitCircle snapped": partial(nalm.HillUnitCircle, snap=1e-6),
    "INALU": nalm.INALU,
    "INALU input gate": partial(nalm.INALU, selection=nalm.INALUGate.INPUT),
    "MCFC": nalm.MCFC,
    "MulMCFC iNALU": partial(nalm.MulMCFC, sign=nalm.MassSign.INALU),
    "MulMCFC Real NPU": partial(nalm.MulMCFC, sign=nalm.MassSign.REAL_NPU),
    "NAU": nalm.NAU,
    "NMU": nalm.NMU,
    "NMU clipped": partial(nalm.NMU, clip=nalm.NMUClip.EQUATION),
    "NMU exact": partial(nalm.NMU, form=ProductForm.EXACT),
    "SNMU": nalm.SNMU,
    "NaiveNPU": nalm.NaiveNPU,
    "NPU": nalm.NPU,
    "NPU modified": nalm.NPU.modified,
    "RealNPU": nalm.RealNPU,
    "RealNPU modified": nalm.RealNPU.modified,
    "RealNPU exact": partial(nalm.RealNPU, epsilon=0.0),
    "NRU": nalm.NRU,
    "NRU separate": partial(nalm.NRU, sign=SignPath.SEPARATE),
    "SPU": partial(nalm.SPU, relative=False),
    "SPU tied, powers": partial(nalm.SPU, relative=False, tied=True, exponents=POWERS),
    "NSR": nalm.NSR,
    "NSR redundant": partial(nalm.NSR, redundancy=3, scale=0.5),
    "NMRU": nalm.NMRU,
    "NMRU exact": partial(nalm.NMRU, form=ProductForm.EXACT),
    "NMRU vanilla": partial(nalm.NMRU, variant=NMRUVariant.VANILLA),
    "NMRU gated": partial(nalm.NMRU, variant=NMRUVariant.GATED),
}
CLASSES = [name for name, unit in UNITS.items() if isinstance(unit, type)] + [
    "MulMCFC iNALU",
    "SPU",
]


@pytest.mark.parametrize("name", kept(UNITS, *CLASSES))
def test_unit(name):
    check_unit(UNITS[name])


@pytest.mark.parametrize("sizes", [(1, 1), (2, 1), (1, 3)])
@pytest.mark.parametrize(
    "name", ["NAU", *map(thorough, ("NRU", "NMRU", "RealNPU modified", "NALU"))]
)
def test_small_sizes(name, sizes):
    check_unit(UNITS[name], in_features=sizes[0], out_features=sizes[1])


@pytest.mark.parametrize(
    "activation",
    kept(Activation, Activation.LINEAR, Activation.SOFTPLUS, Activation.TANH),
    ids=str,
)
def test_dense(activation):
    has_formula = activation is not Activation.SOFTPLUS
    check_unit(partial(nalm.Dense, activation=activation), formula=has_formula)


@pytest.mark.parametrize("name", UNITS)
def test_formula_is_exact_for_any_weights(name):
    torch.manual_seed(0)
    unit = UNITS[name](3, 2).double().eval()
    for x in ([2.0, 0.5, 3.0], [-2.0, 0.5, 3.0], [-2.0, -0.5, 3.0], [-2.0, -0.5, -3.0]):
        expected = unit(torch.tensor(x, dtype=torch.float64)).tolist()
        assert unit.express(x) == pytest.approx(expected, rel=1e-5, abs=1e-6)


GOLD = {
    "DMU": ({"gate": [[0.0, 0.0]] * 2, "bias": [0.0, 9.0]}, "a * b"),
    "DMU eleven norms": ({"gate": [[0.0, 0.0]] * 2, "bias": [9.0, 0.0]}, "a - b"),
    "MCFC": ({"gate": [200.0]}, "a + b"),
    "MulMCFC iNALU": ({"gate": [200.0]}, "a * b"),
    "MulMCFC Real NPU": ({"gate": [200.0], "selector": [1.0, 1.0]}, "a * b"),
    "NAU": ({"weight": [[1.0, -1.0]]}, "a - b"),
    "NMU": ({"weight": [[1.0, 1.0]]}, "a * b"),
    "SNMU": ({"weight": [[1.0, 1.0]]}, "a * b"),
    "NaiveNPU": ({"weight_real": [[1.0, -1.0]]}, "a / b"),
    "NPU": ({"weight_real": [[2.0, -1.0]], "gate": [1.0, 1.0]}, "a**2 / b"),
    "RealNPU": ({"weight": [[-1.0, 1.0]], "gate": [1.0, 0.0]}, "1 / a"),
    "RealNPU exact": ({"weight": [[1.0, -1.0]], "gate": [1.0, 1.0]}, "a / b"),
    "NRU": ({"weight": [[1.0, -1.0]]}, "a / b"),
    "NRU separate": ({"weight": [[-1.0, 1.0]]}, "b / a"),
    "SPU": ({"multiply": [[1.0, 0.0]], "divide": [[0.0, 1.0]], "sign": [[1.0, 1.0]]}, "a / b"),
    "SPU tied, powers": ({"multiply": [[2.0, 0.0]], "divide": [[0.0, 3.0]]}, "a**2 / b**3"),
    "NMRU": ({"weight": [[1.0, 0.0, 0.0, 1.0]]}, "a / b"),
    "NMRU exact": ({"weight": [[1.0, 0.0, 1.0, 1.0]]}, "1 / b"),
    "NMRU vanilla": ({"weight": [[0.0, 0.0, 0.0, 0.0]]}, "1"),
}


@pytest.mark.parametrize("name", GOLD)
def test_discrete_weights_read_as_the_formula(name):
    weights, formula = GOLD[name]
    unit = UNITS[name](2, 1)
    for parameter, value in weights.items():
        unit.get_parameter(parameter).data = torch.tensor(value)
    assert unit.express(sympy.symbols("a b")) == [sympy.sympify(formula)]


@pytest.mark.thorough
@pytest.mark.compile
@pytest.mark.parametrize(
    "name", ["NAU", "INALU", "SPU", *map(slow, ("NALU", "NMRU", "NMU", "NRU", "RealNPU"))]
)
def test_compile(name):
    check_unit(UNITS[name], compile=True)


@pytest.mark.parametrize("name", UNITS)
def test_works_on_the_meta_device(name):
    with torch.device("meta"):
        unit = UNITS[name](2, 1)
    assert unit(torch.ones(3, 2, device="meta")).shape == (3, 1)
