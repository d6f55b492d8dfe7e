import numpy as np

from nalm.tasks import DIVISION_RANGES, MIXED_SIGN_RANGES, SMALL_NUMBER_TASKS


def test_nine_ranges_as_published():
    assert [f"{r.interpolation} -> {r.extrapolation}" for r in DIVISION_RANGES] == [
        "[-20,-10) -> [-40,-20)",
        "[-2,-1) -> [-6,-2)",
        "[-1.2,-1.1) -> [-6.1,-1.2)",
        "[-0.2,-0.1) -> [-2,-0.2)",
        "[-2,2) -> [-6,-2)∪[2,6)",
        "[0.1,0.2) -> [0.2,2)",
        "[1,2) -> [2,6)",
        "[1.1,1.2) -> [1.2,6)",
        "[10,20) -> [20,40)",
    ]


def test_mixed_signs_as_published():
    assert [
        f"{k}: {r.interpolation} -> {r.extrapolation}" for k, r in MIXED_SIGN_RANGES.items()
    ] == [
        "1: [-2,-0.1) × [0.1,2) -> [-6,-2) × [2,6)",
        "2: [-2,-1) × [1,2) -> [-6,-2) × [2,6)",
        "3: [-2,2) -> [-6,-2)∪[2,6)",
        "4: [0.1,2) × [-2,-0.1) -> [2,6) × [-6,-2)",
        "5: [1,2) × [-2,-1) -> [2,6) × [-6,-2)",
    ]


def test_small_number_tasks_divide_the_first_input():
    x = np.array([[4.0, 8.0]])
    found = {}
    for name, task in SMALL_NUMBER_TASKS.items():
        seeds = [task.target(x[:, : task.in_features], task.instance(seed)) for seed in range(5)]
        assert len({t.item() for t in seeds}) == 1
        found[name] = seeds[0].item()
    assert found == {"easy": 0.25, "medium": 0.25, "hard": 0.5}
