from nalm.experiments.catalogue import entries


def test_each_ablation_differs_from_the_unit():
    settings = entries()["nalm2026spu/ablations"].where({"parameter": "task division"}).settings
    assert len(settings) == 8 * 9
    runs = {setting.run(0).key for setting in settings}
    assert len(runs) == len(settings)
