"""Neural arithmetic units for PyTorch, and the laboratory that studies them.

A unit is an `nn.Module` used like `nn.Linear`, whose weights read as arithmetic: see
`nalm.units` for all of them. Three lines put one to work::

    net = nn.Sequential(nn.Linear(8, 2), nalm.NMU(2, 1))
    loss = mse(net(x), y) + 0.1 * nalm.penalty(net)
    # after optimizer.step():  nalm.project_(net)

Three more find the equation behind a table::

    law = nalm.SymbolicRegressor().fit(X, y)
    law.equation_, law.verdict_, law.equations_
    law.predict(X_far_away)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from nalm._provided import provide

if TYPE_CHECKING:
    from nalm.discovery import DynamicsRegressor, SymbolicRegressor
    from nalm.units import (
        DMU,
        GNALU,
        INALU,
        MCFC,
        NAC,
        NALU,
        NAU,
        NMRU,
        NMU,
        NPU,
        NRU,
        NSR,
        SNMU,
        SPU,
        Activation,
        Clip,
        Dense,
        Discretise,
        DMUOperands,
        Exponents,
        GatedNAUNMU,
        HillExponential,
        HillTrigProducts,
        HillUnitCircle,
        INALUGate,
        INALUInit,
        MassSign,
        MulMCFC,
        NACMul,
        NACMulNMU,
        NACMulSigmoid,
        NaiveNPU,
        NALUGate,
        NALUWeights,
        NMRUVariant,
        NMUClip,
        PowerInit,
        ProductForm,
        RealNPU,
        SignPath,
        Unit,
        penalty,
        project_,
        sparsity_error,
    )

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
    "Activation",
    "Clip",
    "DMUOperands",
    "Dense",
    "Discretise",
    "DynamicsRegressor",
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
    "SymbolicRegressor",
    "Unit",
    "penalty",
    "project_",
    "sparsity_error",
]

# Methods of the estimators that the reports, which import them, make the answers of.
provide("plot", "nalm.reports.discovery:plot")
provide("report", "nalm.reports.discovery:write_report")

_DISCOVERY = {"DynamicsRegressor", "SymbolicRegressor"}


def __getattr__(name: str) -> Any:  # noqa: ANN401  (whatever the name stands for)
    """Load a name at its first use, so that the command line starts fast."""
    if name not in __all__:
        raise AttributeError(f"module 'nalm' has no attribute {name!r}")
    return getattr(import_module("nalm.discovery" if name in _DISCOVERY else "nalm.units"), name)


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
