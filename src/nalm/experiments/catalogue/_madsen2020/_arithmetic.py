"""Table 2: the arithmetic dataset, all models on all operations."""

from nalm.experiments._experiment import Experiment
from nalm.experiments._setting import Setting
from nalm.experiments.catalogue._madsen2020._models import (
    NAC_PRODUCT,
    NAC_SUM,
    NALU_MODEL,
    NAU_MODEL,
    NMU_MODEL,
    Model,
)
from nalm.tasks import Operation, Range, SingleModuleTask

INTERPOLATION = Range.interval(1, 2)
EXTRAPOLATION = Range.interval(2, 6)

THRESHOLDS = {
    Operation.MUL: 0.16005,
    Operation.ADD: 1.4785e-5,
    Operation.SUB: 1.3855e-8,
    Operation.DIV: 4.95e-12,
    Operation.SQUARED: 0.15947,
    Operation.ROOT: 8.95e-9,
}
"""Published with the reference code; simulated with subsets of 26 instead of 25 inputs."""

MODELS = {
    Operation.MUL: (NMU_MODEL, NAC_PRODUCT, NALU_MODEL),
    Operation.ADD: (NAU_MODEL, NAC_SUM, NALU_MODEL),
    Operation.SUB: (NAU_MODEL, NAC_SUM, NALU_MODEL),
}


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [
        Experiment(
            name="madsen2020/table2",
            title="The arithmetic dataset: an operation on sums of a quarter of 100 inputs",
            source="Table 2",
            settings=tuple(
                _setting(operation, model) for operation in MODELS for model in MODELS[operation]
            ),
            seeds=100,
        )
    ]


def _setting(operation: Operation, model: Model) -> Setting:
    return Setting(
        unit=model.unit,
        network=model.network(),
        task=SingleModuleTask.from_ratios(
            operation, in_features=100, subset_ratio=0.25, overlap_ratio=0.5
        ),
        interpolation=INTERPOLATION,
        extrapolation=EXTRAPOLATION,
        recipe=model.recipe(),
        threshold=THRESHOLDS[operation],
    )
