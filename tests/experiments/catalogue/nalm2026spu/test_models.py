from nalm.experiments.catalogue._mistry2021division._models import REDUNDANCY, nmru
from nalm.experiments.catalogue._nalm2026spu._models import redundant, spu
from nalm.tasks import Operation


def test_the_published_setup_is_one_of_its_kind():
    assert redundant(Operation.DIV) == REDUNDANCY


def test_a_shorter_training_keeps_the_fractions_of_its_window():
    setup = redundant(Operation.DIV, iterations=20_000)
    assert setup.window == setup.real_npu_window == (10_000.0, 15_000.0)


def test_the_spu_has_the_recipe_of_the_nmru():
    setup = redundant(Operation.MUL)
    assert spu(setup).recipe == nmru(setup).recipe
