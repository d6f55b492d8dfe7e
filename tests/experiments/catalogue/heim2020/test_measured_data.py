import pytest
import torch

from nalm.experiments import quick
from nalm.experiments.catalogue import entries
from nalm.tasks import MeasuredSet

FILES = {
    "heim2020/flux-linkage": MeasuredSet.FLUX_LINKAGE,
    "heim2020/magnetic-robot": MeasuredSet.MAGNETIC_ROBOT,
}


@pytest.mark.parametrize(("name", "data"), FILES.items())
def test_what_needs_a_file_has_a_stand_in_that_does_not(name, data):
    experiment = entries()[name]
    assert {each.interpolation.data for each in experiment.settings} == {data}
    trial = quick(experiment)
    assert {each.interpolation.data for each in trial.settings} == {MeasuredSet.DIPOLE}
    assert [each.unit for each in trial.settings] == [each.unit for each in experiment.settings]


@pytest.mark.parametrize(
    "setting", quick(entries()["heim2020/flux-linkage"]).settings, ids=lambda each: each.unit
)
def test_no_network_reads_what_was_measured(setting):
    x = torch.rand(4, setting.task.in_features)
    other = torch.cat([x[:, :2], torch.rand(4, setting.task.out_features)], dim=1)
    network = setting.run(0).network().eval()
    assert torch.equal(network(x), network(other))
