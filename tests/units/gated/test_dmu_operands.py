from nalm import DMUOperands


def test_patterns_weigh_the_first_two_inputs():
    assert DMUOperands.ADD.pattern(4) == [1, 1, 0, 0]
    assert DMUOperands.SUB.pattern(2) == [1, -1]
    assert DMUOperands.SUB.pattern(1) == [1]
