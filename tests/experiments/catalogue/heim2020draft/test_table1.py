"""Table 1 is Table A2 of the paper with a penalty for one model."""

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._heim2020._simple import TABLE_A2
from nalm.training import L1Norm

TABLE_1 = entries()["heim2020draft/table1"]


def test_all_models_but_the_npu_are_runs_of_the_papers_table():
    papers = {run.key for run in TABLE_A2.runs()}
    shared = {s.unit: all(s.run(k).key in papers for k in range(20)) for s in TABLE_1.settings}
    assert shared == {"NPU": False, "NALU": True, "NMU": True, "Dense": True}


def test_the_npu_has_the_l1_norm_of_all_parameters():
    (penalty,) = TABLE_1.settings[0].recipe.penalties
    assert penalty.measure == L1Norm()
    assert penalty.schedule.value == 1e-5
