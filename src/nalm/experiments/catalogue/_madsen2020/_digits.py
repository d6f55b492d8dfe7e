"""Section 4.2: sums and products of sequences of handwritten digits."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from nalm.experiments._chart import Chart, Mark
from nalm.experiments._experiment import Entry, Experiment
from nalm.experiments._parameter import Parameter
from nalm.experiments._setting import Setting
from nalm.experiments._view import View
from nalm.experiments.catalogue._madsen2020._digit_lengths import LengthErrors, success_by_length
from nalm.experiments.catalogue._madsen2020._digit_models import (
    PRODUCTS,
    REFERENCE,
    SUMS,
    Accumulating,
)
from nalm.experiments.catalogue._madsen2020._digit_rates import PRODUCT_RATES, SUM_RATES
from nalm.experiments.catalogue._madsen2020._digit_scales import BRIEF, PAPER, QUICK, SMALL, Scale
from nalm.tasks import Accumulation, Accumulator, DigitPart, DigitSequences, DigitSource

PRODUCT_LENGTHS = tuple(range(1, 21))
SHORT_PRODUCT_LENGTHS = tuple(range(1, 11))
SUM_LENGTHS = (1, 10, *range(100, 1001, 100))
SHORT_SUM_LENGTHS = (1, 2, 5, 10, 20, 50, 100, 200, 400)


def experiments() -> list[Entry]:
    """List the experiments and views of this file."""
    product, total = _product(PAPER), _sum(PAPER)
    others = (_product(BRIEF), _product(SMALL), _sum(SMALL))
    return [
        *(product, _view(product, PRODUCT_RATES), total, _view(total, SUM_RATES)),
        *(_outputs(), _interpolation()),
        *(entry for each in others for entry in (each, _view(each, {}))),
    ]


def _setting(
    model: Accumulating,
    accumulator: Accumulator,
    *,
    scale: Scale,
    length: int,
    outputs: int = 1,
    parameter: Parameter | None = None,
) -> Setting:
    sequences = partial(
        DigitSequences,
        images=scale.source,
        length=length,
        digits=tuple(range(1 if accumulator is Accumulator.PRODUCT else 0, 10)),
        grouping=scale.grouping,
    )
    train = sequences()
    return Setting(
        unit=model.unit,
        network=model.network(scale.source, outputs=outputs),
        task=Accumulation(
            accumulator=accumulator, in_features=train.in_features, out_features=length
        ),
        interpolation=train,
        extrapolation=sequences(held=DigitPart.TEST),
        recipe=scale.recipe(model.penalties),
        parameter=parameter,
    )


def _product(scale: Scale) -> Experiment:
    return Experiment(
        name=f"madsen2020/sequential-product{scale.suffix}",
        title=f"Products of sequences of digits ({scale.label}), trained on two of them",
        source=_source(scale, "Figure 4"),
        settings=tuple(
            _setting(model, Accumulator.PRODUCT, scale=scale, length=2) for model in PRODUCTS
        ),
        seeds=scale.seeds,
        note=scale.note,
        measurements=(
            LengthErrors(lengths=_lengths(scale, PRODUCT_LENGTHS, SHORT_PRODUCT_LENGTHS)),
        ),
        stand_in=None if scale is QUICK else _product(QUICK),
    )


def _sum(scale: Scale) -> Experiment:
    if scale is PAPER:
        scale = replace(scale, iterations=86_000, evaluate_every=430)
    elif scale is SMALL:
        scale = replace(scale, iterations=6000, ramp=(2e3, 5e3), batch_size=16)
    return Experiment(
        name=f"madsen2020/sequential-sum{scale.suffix}",
        title=f"Sums of sequences of digits ({scale.label}), trained on ten of them",
        source=_source(scale, "Figure 5"),
        settings=tuple(_setting(model, Accumulator.SUM, scale=scale, length=10) for model in SUMS),
        seeds=scale.seeds,
        note=scale.note,
        measurements=(LengthErrors(lengths=_lengths(scale, SUM_LENGTHS, SHORT_SUM_LENGTHS)),),
        stand_in=None if scale is QUICK else _sum(QUICK),
    )


def _source(scale: Scale, figure: str) -> str:
    images = "Section 4.2, on other images"
    return f"{figure} and appendix D" if scale.source is DigitSource.MNIST else images


def _lengths(scale: Scale, mnist: tuple[int, ...], small: tuple[int, ...]) -> tuple[int, ...]:
    """Choose what there are enough test images for."""
    return mnist if scale.source is DigitSource.MNIST else small


def _named(*units: str) -> Sequence[Accumulating]:
    return [model for model in PRODUCTS if model.unit in units]


def _outputs() -> Experiment:
    def sweep(scale: Scale) -> tuple[Setting, ...]:
        return tuple(
            _setting(
                model,
                Accumulator.PRODUCT,
                scale=scale,
                length=2,
                outputs=outputs,
                parameter=Parameter(name="image outputs", value=outputs),
            )
            for outputs in range(1, 7)
            for model in _named("NMU, R_z", "NAC•,NMU, R_z", "NAC•,σ", "NAC•", "NALU", "LSTM")
        )

    return _swept("outputs", "more numbers read from each image", sweep)


def _interpolation() -> Experiment:
    def sweep(scale: Scale) -> tuple[Setting, ...]:
        return tuple(
            _setting(
                model,
                Accumulator.PRODUCT,
                scale=scale,
                length=length,
                parameter=Parameter(name="training length", value=length),
            )
            for length in range(2, 6)
            for model in _named(
                REFERENCE, "NMU, R_z", "NAC•,NMU, R_z", "NAC•,σ", "NAC•", "NALU", "LSTM"
            )
        )

    return _swept("interpolation", "trained on two to five of them", sweep)


def _swept(name: str, what: str, sweep: Callable[[Scale], tuple[Setting, ...]]) -> Experiment:
    quick, full = (
        Experiment(
            name=f"madsen2020/sequential-{name}{scale.suffix}",
            title=f"Products of sequences of digits ({scale.label}): {what}",
            source="Code of the paper",
            settings=sweep(scale),
            seeds=5,
            note=scale.note,
            measurements=(LengthErrors(lengths=tuple(range(1, 10))),),
        )
        for scale in (QUICK, PAPER)
    )
    return replace(full, stand_in=quick)


def _view(experiment: Experiment, published: Mapping[str, Sequence[float]]) -> View:
    measure = cast("LengthErrors", experiment.measurements[0])
    return View(
        name=f"{experiment.name}-lengths",
        title=f"Success by length: {experiment.title[0].lower()}{experiment.title[1:]}",
        source=experiment.source,
        experiment=experiment,
        compute=partial(success_by_length, measure=measure, published=published),
        chart=Chart(
            mark=Mark.LINE,
            x="length",
            y="success_rate",
            low="low",
            high="high",
            panel="unit",
            log_x=max(measure.lengths) > 20,
            limits=(-0.03, 1.03),
            labels=(("length", "digits"), ("success_rate", "success rate")),
        ),
        note=(
            "A run succeeds where its test error is below the upper 99 % bound of the mean error "
            "of the reference runs, with the degrees of freedom of the data (the paper's code "
            "always takes 8); reference runs with ten times the median error are left out. "
            + experiment.note
        ),
    )
