from nalm.experiments.catalogue import entries


def test_roots_are_of_positive_numbers():
    settings = entries()["nalm2026spu/root"].settings
    ranges = {str(setting.interpolation) for setting in settings}
    assert ranges == {"[0.1,0.2)", "[1,2)", "[1.1,1.2)", "[10,20)"}
