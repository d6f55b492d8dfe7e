"""Tables 1 and 2: the arithmetic dataset."""

from nalm.experiments._experiment import Experiment
from nalm.experiments.catalogue._madsen2020._models import (
    ALL_MODELS,
    GATED_MODEL,
    NAC_PRODUCT,
    NAC_SIGMOID,
    NALU_MODEL,
    NMU_MODEL,
)
from nalm.experiments.catalogue._madsen2020._problem import (
    OFF_BY_ONE,
    THRESHOLDS,
    Problem,
    sums_of_inputs,
)
from nalm.tasks import FixedSubsets, Operation

SIMPLE = Problem(
    task=FixedSubsets(operation=Operation.MUL, in_features=4, subsets=((0, 4), (0, 2))),
    threshold=2.157e-6,
    iterations=200_000,
)
"""(x₁ + x₂)(x₁ + x₂ + x₃ + x₄); its published threshold is simulated with the right subsets."""

SIMPLE_MODELS = (NAC_PRODUCT, NAC_SIGMOID, NALU_MODEL, NMU_MODEL, GATED_MODEL)


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [
        Experiment(
            name="madsen2020/table1",
            title="The product of a sum of two and the sum of all four inputs",
            source="Table 1",
            settings=tuple(SIMPLE.setting(model) for model in SIMPLE_MODELS),
            seeds=100,
            note=(
                "500 runs of 200,000 steps. Expected success: NMU 0.94, NALU 0.26, NAC• 0.13. "
                "Training ends long before the sparsity regulariser begins. The published rates "
                "are those of a version of May 2019."
            ),
        ),
        Experiment(
            name="madsen2020/table2",
            title="The arithmetic dataset: an operation on sums of a quarter of 100 inputs",
            source="Table 2; all models in appendix C.2",
            settings=tuple(
                Problem(task=sums_of_inputs(operation), threshold=threshold).setting(model)
                for operation, threshold in THRESHOLDS.items()
                for model in ALL_MODELS
            ),
            seeds=100,
            note=(
                "6,600 runs of 5,000,000 steps; choose some with --where and --seeds. "
                + OFF_BY_ONE
                + " That of the quotient, 4.95e-12, is below what single precision resolves, so "
                "nothing can solve it. The published mean steps come from a fit that did not "
                "always converge, and the published sparsity errors are for some models half of "
                "the mean."
            ),
        ),
    ]
