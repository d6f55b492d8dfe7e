"""Measured fields: the data sets that the authors published, with splines beside the networks."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from torch import nn

from nalm.experiments._chart import Chart, Mark
from nalm.experiments._experiment import Entry, Experiment
from nalm.experiments._setting import Setting
from nalm.experiments._view import View
from nalm.experiments.catalogue._heim2020._field_errors import FieldErrors, field_errors
from nalm.experiments.catalogue._heim2020._models import (
    NPU_NETWORK,
    REAL_NPU_NETWORK,
    dense_network,
    inalu_network,
    nalu_network,
    nmu_network,
)
from nalm.networks import LeadingInputs, stack
from nalm.tasks import MeasuredPart, MeasuredPoints, MeasuredSet, Recorded
from nalm.training import Adam, Recipe

INPUTS, HIDDEN = 2, 10
ADAM = Adam(learning_rate=5e-3)

NOTE = (
    "The data have no published result: parts, models and training are this library's choice, "
    "with the networks and the optimiser of heim2020/table-a2. Units of measurement are not "
    "stated; ampere and degree are assumed. The files are read from the folder NALM_DATA and come "
    "without a licence, so they are not part of the library."
)
SOURCE = "Data of the authors, no figure"


def entries() -> list[Entry]:
    """List the experiments and views of this file."""
    flux = _experiment(
        "flux-linkage", MeasuredSet.FLUX_LINKAGE, title="Flux linkage of a drive, measured"
    )
    robot = _experiment(
        "magnetic-robot", MeasuredSet.MAGNETIC_ROBOT, title="Field of a micro-robot, measured"
    )
    return [flux, _view(flux), robot, _view(robot)]


def _experiment(name: str, data: MeasuredSet, *, title: str) -> Experiment:
    full, trial = (
        Experiment(
            name=f"heim2020/{name}",
            title=title,
            source=SOURCE,
            settings=_settings(each),
            seeds=20,
            measurements=(FieldErrors(),),
            note=NOTE,
        )
        for each in (data, MeasuredSet.DIPOLE)
    )
    return replace(full, stand_in=trial)


def _settings(data: MeasuredSet) -> tuple[Setting, ...]:
    points = MeasuredPoints(data=data)
    sizes = (INPUTS, HIDDEN, data.outputs)
    models = {
        "NPU": NPU_NETWORK(sizes),
        "RealNPU": REAL_NPU_NETWORK(sizes),
        "NPU, twice": partial(_twice, data.outputs),
        "NMU": nmu_network(sizes),
        "NALU": nalu_network(sizes),
        "iNALU": inalu_network(sizes),
        "Dense": dense_network(sizes),
    }
    return tuple(
        Setting(
            unit=unit,
            network=partial(_reading, network),
            task=Recorded(in_features=points.in_features, out_features=data.outputs),
            interpolation=points,
            extrapolation=MeasuredPoints(data=data, held=MeasuredPart.EXTRAPOLATION),
            recipe=Recipe(iterations=20_000, batch_size=100, optimizer=ADAM),
        )
        for unit, network in models.items()
    )


def _reading(network: Callable[[], nn.Module]) -> nn.Module:
    return stack(partial(LeadingInputs, INPUTS), network)


def _twice(outputs: int) -> nn.Module:
    """Return sums of powers of sums of powers, what a distance to a power is."""
    first, second = (INPUTS, HIDDEN, HIDDEN), (HIDDEN, HIDDEN, outputs)
    return stack(NPU_NETWORK(first), NPU_NETWORK(second))


def _view(experiment: Experiment) -> View:
    return View(
        name=f"{experiment.name}-errors",
        title=f"Errors between and beyond the points: {experiment.title}",
        source=SOURCE,
        experiment=experiment,
        compute=field_errors,
        chart=Chart(
            mark=Mark.POINTS,
            x="unit",
            y="rms_error",
            panel="part",
            log_y=True,
        ),
        note=(
            "Beside the runs a cubic interpolation of the training points; beyond them it takes "
            "the value of the nearest. " + NOTE
        ),
    )
