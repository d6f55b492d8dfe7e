import pytest

from nalm.experiments.catalogue import entries

ENTRIES = entries()


def test_the_published_runs_are_those_of_figure_6():
    """Stored runs of the paper's figure count here, too."""
    published = {run.key for run in ENTRIES["mistry2021division/fig6"].runs()}
    assert published < {run.key for run in ENTRIES["nalm2026spu/division"].runs()}


def test_fresh_seeds_had_no_part_in_the_design():
    experiment = ENTRIES["nalm2026spu/fresh-seeds"]
    assert {run.seed for run in experiment.runs()} == set(range(2000, 2100))


@pytest.mark.parametrize("steps", [1_000, 20_000])
def test_steps_are_a_sweep(steps):
    settings = ENTRIES["nalm2026spu/steps"].where({"parameter": f"steps {steps}"}).settings
    assert {setting.recipe.iterations for setting in settings} == {steps}
    assert len(settings) == 18
