"""Section 6: where the NALU fails."""

from functools import partial

from nalm.experiments._experiment import Experiment
from nalm.experiments._parameter import Parameter
from nalm.experiments._setting import Setting
from nalm.experiments.catalogue._kollanur2022._accuracy import Accuracy
from nalm.experiments.catalogue._kollanur2022._common import TEST, TRAIN, recipe, single
from nalm.networks import Initial, Normal, stack
from nalm.tasks import Chain, Operation, Range
from nalm.units import INALU, NALU, INALUInit

STEPS = 10_000
MAGNITUDES = (1.0, 10.0, 100.0, 1000.0)
MEANS = (-1.0, 0.0, 1.0)
DEVIATIONS = (0.1, 0.5)
MIXED = Range.interval(-5, 5)


def entries() -> list[Experiment]:
    """List the section's experiments."""
    return [_exploding(), _mixed_signs(), _initialisation()]


def _exploding() -> Experiment:
    return Experiment(
        name="kollanur2022/section6.1",
        title="Sum of four inputs of one magnitude by one to four NALUs in a row",
        source="Section 6.1",
        settings=tuple(
            _deep(layers, magnitude, parameter=Parameter(name="layers", value=layers))
            for layers in (1, 2, 3, 4)
            for magnitude in MAGNITUDES
        ),
        note=(
            f"400 runs of {STEPS:,} steps. Count the diverged runs. Expected: none of one layer, "
            "and more with every layer and with the magnitude of the inputs."
        ),
        measurements=(Accuracy(),),
    )


def _deep(layers: int, magnitude: float, *, parameter: Parameter) -> Setting:
    hidden = [partial(NALU, 4, 4)] * (layers - 1)
    initial = (
        Initial(parameters="*_hat", draw=Normal(mean=1.0, deviation=0.1)),
        Initial(parameters="*.gate", draw=Normal(mean=0.0, deviation=0.1)),
    )
    return Setting(
        unit="NALU",
        network=partial(stack, *hidden, partial(NALU, 4, 1), initial=initial),
        task=Chain(operation=Operation.ADD, in_features=4),
        interpolation=Range.interval(magnitude, 2 * magnitude),
        extrapolation=Range.interval(2 * magnitude, 4 * magnitude),
        recipe=recipe(STEPS),
        parameter=parameter,
    )


def _mixed_signs() -> Experiment:
    networks = {
        "NALU": single(partial(NALU, 2, 1)),
        "iNALU": partial(INALU, 2, 1, init=INALUInit.SCHLOER),
    }
    return Experiment(
        name="kollanur2022/section6.2",
        title="Product and quotient of mixed signs by a NALU, and by an iNALU, which has signs",
        source="Section 6.2",
        settings=tuple(
            Setting(
                unit=unit,
                network=network,
                task=Chain(operation=operation, in_features=2),
                interpolation=MIXED,
                extrapolation=Range.interval(-10, 10),
                recipe=recipe(STEPS),
            )
            for unit, network in networks.items()
            for operation in (Operation.MUL, Operation.DIV)
        ),
        note=(
            f"100 runs of {STEPS:,} steps. Expected: no NALU is accurate, because its product is "
            "positive; `sign_error` is the share of samples with the wrong sign."
        ),
        measurements=(Accuracy(),),
    )


def _initialisation() -> Experiment:
    grid = [(g, w, m, s) for g in MEANS for w in MEANS for m in MEANS for s in DEVIATIONS]
    return Experiment(
        name="kollanur2022/section6.3",
        title="Product of two operands by a NALU from 54 initialisations",
        source="Section 6.3",
        settings=tuple(_started(*each) for each in grid),
        seeds=10,
        note=(
            f"540 runs of {STEPS:,} steps, from normal distributions with means -1, 0 and 1 of the "
            "gate, w_hat and m_hat. The report has no numbers. Expected: success depends on the "
            "initialisation."
        ),
        measurements=(Accuracy(),),
    )


def _started(gate: float, w_hat: float, m_hat: float, deviation: float) -> Setting:
    means = {"*.gate": gate, "*.w_hat": w_hat, "*.m_hat": m_hat}
    initial = tuple(
        Initial(parameters=name, draw=Normal(mean=mean, deviation=deviation))
        for name, mean in means.items()
    )
    value = f"g {gate:g}, w {w_hat:g}, m {m_hat:g}, sd {deviation:g}"
    return Setting(
        unit="NALU",
        network=partial(stack, partial(NALU, 2, 1), initial=initial),
        task=Chain(operation=Operation.MUL, in_features=2),
        interpolation=TRAIN,
        extrapolation=TEST,
        recipe=recipe(STEPS),
        parameter=Parameter(name="start", value=value),
    )
