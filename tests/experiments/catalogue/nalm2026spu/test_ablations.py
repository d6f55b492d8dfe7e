import inspect

from nalm.experiments.catalogue import entries
from nalm.units import AblatedSPU


def test_each_ablation_differs_from_the_unit():
    settings = entries()["nalm2026spu/ablations"].where({"parameter": "task division"}).settings
    assert len(settings) == 8 * 9
    runs = {setting.run(0).key for setting in settings}
    assert len(runs) == len(settings)


def test_one_of_the_floors_is_the_units_own():
    experiment = entries()["nalm2026spu/floors"]
    assert len(experiment.settings) == 4 * 2 * 9
    own = inspect.signature(AblatedSPU).parameters["floor"].default
    assert own in [setting.parameter.value for setting in experiment.settings]
