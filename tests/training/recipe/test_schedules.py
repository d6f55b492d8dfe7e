import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.func import vmap

from nalm.errors import InvalidValueError
from nalm.training import Constant, GeometricGrowth, GeometricRamp, LinearRamp, OnceFitted
from nalm.training._spec import numbers, with_numbers

DTYPES = [torch.float32, torch.float64]
SCHEDULES = [
    Constant(value=0.3),
    LinearRamp(scale=10.0, start=20.0, end=30.0),
    GeometricGrowth(start=1e-9, end=1e-7, every=10.0),
    GeometricGrowth(start=1e-3, end=1e-6, every=10.0),
    GeometricRamp(first=2.5, last=0.01, start=10.0, end=30.0, power=2.0),
    OnceFitted(value=0.05, after=10.0, below=1.0),
]


def weight(schedule, step, validation=torch.inf, dtype=torch.float32):
    now = torch.tensor(step, dtype=torch.int32)
    found = schedule.weight(now, torch.tensor(validation, dtype=dtype))
    assert found.dtype == dtype
    assert found.shape == ()
    return found.item()


def same(value, dtype):
    return pytest.approx(value, rel=4 * torch.finfo(dtype).eps)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("step", [0, 1, 50_000])
@pytest.mark.parametrize("validation", [0.0, 5.0, torch.inf, torch.nan])
def test_a_constant_is_constant(step, validation, dtype):
    assert weight(Constant(value=0.3), step, validation, dtype) == same(0.3, dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (0, 0.0),
        (19_999, 0.0),
        (20_000, 0.0),
        (20_001, 10 / 15_000),
        (27_500, 5.0),
        (34_999, 10 * 14_999 / 15_000),
        (35_000, 10.0),
        (35_001, 10.0),
        (2_000_000, 10.0),
    ],
)
def test_the_published_ramp(step, expected, dtype):
    ramp = LinearRamp(scale=10, start=20_000, end=35_000)
    assert weight(ramp, step, dtype=dtype) == same(expected, dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (0, 1e-9),
        (9_999, 1e-9),
        (10_000, 1e-8),
        (19_999, 1e-8),
        (20_000, 1e-7),
        (29_999, 1e-7),
        (30_000, 1e-7),
        (5_000_000, 1e-7),
    ],
)
def test_the_published_growth(step, expected, dtype):
    growth = GeometricGrowth(start=1e-9, end=1e-7)
    assert weight(growth, step, dtype=dtype) == same(expected, dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    ("step", "expected"),
    [(0, 1e-3), (99, 1e-3), (100, 1e-4), (199, 1e-4), (200, 1e-5), (300, 1e-5), (10**6, 1e-5)],
)
def test_where_the_start_is_larger_the_weight_shrinks_to_the_end(step, expected, dtype):
    shrinking = GeometricGrowth(start=1e-3, end=1e-5, every=100.0)
    assert weight(shrinking, step, dtype=dtype) == same(expected, dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (0, 2.5),
        (6_000, 2.5),
        (6_500, 2.5 * 0.004 ** (1 / 16)),
        (7_000, 2.5 * 0.004 ** (1 / 4)),
        (8_000, 0.01),
        (9_000, 0.01),
    ],
)
def test_the_published_temperature(step, expected, dtype):
    fall = GeometricRamp(first=2.5, last=0.01, start=6_000, end=8_000, power=2)
    assert weight(fall, step, dtype=dtype) == same(expected, dtype)


def test_a_geometric_ramp_is_even_in_logarithms():
    ramp = GeometricRamp(first=1e-3, last=10.0, start=0, end=4)
    found = [weight(ramp, step, dtype=torch.float64) for step in range(5)]
    assert found == pytest.approx([1e-3, 1e-2, 1e-1, 1, 10])


@pytest.mark.parametrize("wrong", [{"first": 0}, {"last": -1.0}, {"end": 5}, {"power": 0}])
def test_wrong_geometric_ramps_are_refused(wrong):
    fields = {"first": 1, "last": 2, "start": 5, "end": 9, "power": 1} | wrong
    with pytest.raises(InvalidValueError, match=r"GeometricRamp: .*found GeometricRamp"):
        GeometricRamp(**fields)


@given(
    start=st.integers(-12, 2),
    stages=st.integers(-4, 4),
    every=st.integers(1, 10_000),
    step=st.integers(0, 100_000),
)
def test_growth_follows_the_references_loop(start, stages, every, step):
    """It multiplies or divides at each whole multiple of `every` until the end is reached."""
    exponent, end = start, start + stages
    for _ in range(step // every):
        if exponent == end:
            break
        exponent += 1 if stages > 0 else -1
    growth = GeometricGrowth(start=10.0**start, end=10.0**end, every=float(every))
    for dtype in DTYPES:
        assert weight(growth, step, dtype=dtype) == same(10.0**exponent, dtype)


@pytest.mark.parametrize(
    ("step", "validation", "expected"),
    [
        (10_000, 0.5, 0.0),  # the first phase includes its last step
        (10_001, 0.5, 0.05),
        (10_001, 1.0, 0.0),
        (10_001, torch.inf, 0.0),
        (10_001, torch.nan, 0.0),
        (0, 0.0, 0.0),
        (90_000, 0.0, 0.05),
    ],
)
@pytest.mark.parametrize("dtype", DTYPES)
def test_once_fitted_follows_the_runs_own_history(step, validation, expected, dtype):
    schedule = OnceFitted(value=0.05, after=10_000, below=1)
    assert weight(schedule, step, validation, dtype) == same(expected, dtype)


@pytest.mark.parametrize("schedule", SCHEDULES, ids=str)
def test_every_run_has_its_own_numbers_and_history(schedule):
    factors = torch.tensor([1.0, 1.5, 2.0], dtype=torch.float64)
    values = factors[:, None] * torch.tensor(numbers(schedule), dtype=torch.float64)
    validation = torch.tensor([0.5, 3.0, 0.1], dtype=torch.float64)
    for step in (0, 12, 25, 100):
        now = torch.tensor(step, dtype=torch.int32)
        found = vmap(lambda n, v, now=now: with_numbers(schedule, list(n)).weight(now, v))(
            values, validation
        )
        for run, row in enumerate(values.tolist()):
            alone = weight(with_numbers(schedule, row), step, validation[run].item(), torch.float64)
            assert found[run].item() == pytest.approx(alone, rel=1e-12)
