import math

import pytest
import torch
from scipy.stats import truncnorm

from nalm.errors import InvalidValueError
from nalm.tasks import TruncatedNormal

GOOD = {"mean": 1.0, "standard_deviation": 3.0, "low": -10.0, "high": 5.0}


@pytest.mark.parametrize(("low", "high"), [(-5.0, 5.0), (-1.0, 7.0), (-9.0, -6.0), (6.0, 9.0)])
def test_samples_are_the_quantiles(low, high):
    normal = TruncatedNormal(mean=0, standard_deviation=1, low=low, high=high)
    u = torch.linspace(0.001, 0.999, 99, dtype=torch.float64)
    x = normal.sample(u.reshape(1, 1, -1))[0]
    torch.testing.assert_close(x, torch.as_tensor(truncnorm.ppf(u.numpy(), low, high)))


def test_single_precision_keeps_the_upper_tail():
    normal = TruncatedNormal(mean=0, standard_deviation=1, low=-5, high=5)
    u = 1 - torch.tensor([1e-4, 1e-5, 1e-6])
    expected = truncnorm.ppf(u.double().numpy(), -5, 5)
    x = normal.sample(u.reshape(1, 1, -1))[0]
    torch.testing.assert_close(x.double(), torch.as_tensor(expected), rtol=1e-5, atol=0.0)


def test_samples_stay_in_the_interval_far_from_the_mean():
    normal = TruncatedNormal(mean=0, standard_deviation=1, low=20, high=21)
    x = normal.sample(torch.tensor([[[0.0, 0.5, 1 - 2**-24]]]))
    assert ((x >= 20) & (x <= 21)).all()


def test_text():
    assert str(TruncatedNormal(**GOOD)) == "N(1,3)[-10,5]"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"standard_deviation": 0.0}, "standard_deviation should be > 0"),
        ({"mean": math.nan}, "mean should be finite"),
        ({"low": 6.0}, "low < high"),
    ],
)
def test_wrong_parameters_are_refused(change, message):
    with pytest.raises(InvalidValueError, match=message):
        TruncatedNormal(**{**GOOD, **change})
