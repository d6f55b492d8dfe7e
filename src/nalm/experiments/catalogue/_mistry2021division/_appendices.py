"""The studies of the appendices: rates, norms, ablations and losses."""

from collections.abc import Sequence
from dataclasses import replace

from nalm.experiments._experiment import Experiment
from nalm.experiments.catalogue._mistry2021division._models import (
    BASELINE,
    GRADIENT_CLIPPING,
    MODIFIED,
    MSE,
    NO_REDUNDANCY,
    REDUNDANCY,
    Model,
    nmru,
    nru,
    on_all_ranges,
    real_npu,
)
from nalm.training import (
    SGD,
    Adam,
    GeometricGrowth,
    L2Norm,
    MeanAbsolutePercentageError,
    PearsonCorrelation,
    Penalty,
)
from nalm.units import NPU, Clip, Discretise, NMRUVariant, SignPath

L2 = Penalty(measure=L2Norm(), schedule=GeometricGrowth(start=1e-7, end=1e-5))

LOSSES = {
    "MSE": MSE,
    "PCC": PearsonCorrelation(),
    "MAPE": MeanAbsolutePercentageError(),
}


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [*_norm_and_rates(), *_power_units(), *_nmru_studies(), *_sign_and_losses()]


def _norm_and_rates() -> list[Experiment]:
    return [
        _experiment(
            "appendix-l2",
            "Real NPU with the L2 norm in place of the L1 norm",
            "Appendix",
            [
                real_npu(NO_REDUNDANCY, "Real NPU (baseline)", BASELINE),
                real_npu(NO_REDUNDANCY, "Real NPU (L2)", replace(BASELINE, norm=L2)),
            ],
        ),
        _experiment(
            "appendix-e-real-npu-learning-rate",
            "Learning rates of the modified Real NPU",
            "Appendix E",
            [
                real_npu(
                    NO_REDUNDANCY,
                    f"Real NPU (modified, learning rate {rate:g})",
                    replace(MODIFIED, learning_rate=rate),
                )
                for rate in (5e-4, 5e-3, 5e-2, 5e-1)
            ],
        ),
        _experiment(
            "appendix-e-nru-learning-rate",
            "Learning rates of the NRU",
            "Appendix E",
            [
                nru(NO_REDUNDANCY, f"NRU (learning rate {rate:g})", learning_rate=rate)
                for rate in (1e-3, 1e-2, 1e-1, 1.0)
            ],
            note="Expected: the larger the rate, the more successful; 1 solves every range.",
        ),
    ]


def _power_units() -> list[Experiment]:
    modified = real_npu(REDUNDANCY, "Real NPU (modified)", MODIFIED)
    with_zero = replace(MODIFIED, discretise=Discretise.BOTH_OR_ZERO)
    clipped = replace(MODIFIED, clip=Clip.ALL)
    return [
        _experiment(
            "appendix-g-npu",
            "NPU in place of the Real NPU, with redundancy (10 inputs)",
            "Appendix G",
            [
                modified,
                real_npu(REDUNDANCY, "NPU", MODIFIED, kind=NPU),
                real_npu(REDUNDANCY, "NPU (clip and regularise)", clipped, kind=NPU),
            ],
            note=(
                "Expected: complex weights hinder success on negative ranges; clipping and "
                "regularising them does not make the NPU better than the Real NPU."
            ),
        ),
        _experiment(
            "appendix-g-weight-discretisation",
            "Real NPU with weights pulled to -1 and 1, or to -1, 0 and 1 (10 inputs)",
            "Appendix G, section 6.3.2",
            [modified, real_npu(REDUNDANCY, "Real NPU (modified, zero allowed)", with_zero)],
            note="Expected: zero weights cost no performance.",
        ),
    ]


def _nmru_studies() -> list[Experiment]:
    vanilla, gated = NMRUVariant.VANILLA, NMRUVariant.GATED
    clipped = "gradient clipping"
    return [
        _experiment(
            "appendix-h-nmru-ablation",
            "Parts of the NMRU: sign, gradient clipping and gate (10 inputs)",
            "Appendix H",
            [
                nmru(REDUNDANCY, "NMRU (vanilla)", variant=vanilla, clipping=()),
                nmru(REDUNDANCY, f"NMRU (vanilla, {clipped})", variant=vanilla),
                nmru(REDUNDANCY, "NMRU (sign)", clipping=()),
                nmru(REDUNDANCY, f"NMRU (sign, {clipped})", clipping=GRADIENT_CLIPPING),
                nmru(REDUNDANCY, f"NMRU (sign, {clipped}, gate)", variant=gated),
            ],
            note="Expected: success on [-2,2) comes from the sign mechanism.",
        ),
        _experiment(
            "appendix-h-nmru-learning-rate",
            "Learning rates of the NMRU (10 inputs)",
            "Appendix H",
            [
                nmru(
                    REDUNDANCY,
                    f"NMRU (learning rate {rate:g})",
                    optimizer=Adam(learning_rate=rate),
                )
                for rate in (1e-3, 1e-2, 1e-1)
            ],
        ),
        _experiment(
            "appendix-h-nmru-optimiser",
            "Adam and plain gradient descent for the NMRU (10 inputs)",
            "Appendix H",
            [
                nmru(REDUNDANCY, "NMRU (Adam)"),
                nmru(REDUNDANCY, "NMRU (SGD)", optimizer=SGD(learning_rate=1e-2)),
            ],
        ),
    ]


def _sign_and_losses() -> list[Experiment]:
    return [
        _experiment(
            "appendix-i-nru-sign",
            "NRU with magnitude and sign together or separate (10 inputs)",
            "Appendix I",
            [
                nru(REDUNDANCY),
                nru(REDUNDANCY, "NRU (separate sign)", sign=SignPath.SEPARATE),
            ],
            note="Expected: the failure on negative ranges remains.",
        ),
        _experiment(
            "appendix-j-losses",
            "Losses: squared error, correlation and relative error (10 inputs)",
            "Appendix J",
            [
                model
                for name, loss in LOSSES.items()
                for model in (
                    real_npu(
                        REDUNDANCY, f"Real NPU (modified, {name})", replace(MODIFIED, loss=loss)
                    ),
                    nru(REDUNDANCY, f"NRU ({name})", loss=loss),
                    nmru(REDUNDANCY, f"NMRU ({name})", loss=loss),
                )
            ],
            note="Expected: PCC and MAPE improve some failures at the cost of other ranges.",
        ),
    ]


def _experiment(
    what: str, title: str, source: str, models: Sequence[Model], *, note: str = ""
) -> Experiment:
    cost = f"{225 * len(models)} runs of {models[0].recipe.iterations:,} steps."
    return Experiment(
        name=f"mistry2021division/{what}",
        title=title,
        source=source,
        settings=on_all_ranges(models),
        note=f"{cost} {note}".strip(),
    )
