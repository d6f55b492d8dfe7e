import pytest
import torch

from nalm import Activation
from nalm.units._baseline._activation import activate, activation_bound, express_activation

Z = torch.linspace(-8, 8, 33, dtype=torch.float64) + 0.013
EXPRESSIBLE = [each for each in Activation if each is not Activation.SOFTPLUS]


@pytest.mark.parametrize("activation", EXPRESSIBLE, ids=str)
def test_arithmetic_equals_the_function(activation):
    slope = torch.tensor(0.3, dtype=torch.float64)
    found = express_activation(activation, Z, slope=slope.item())
    torch.testing.assert_close(found, activate(activation, Z, slope=slope))


def test_softplus_has_no_arithmetic():
    assert express_activation(Activation.SOFTPLUS, Z, slope=0.0) is None


@pytest.mark.parametrize(
    ("activation", "expected"),
    [
        (Activation.LINEAR, (6 / 5) ** 0.5),
        (Activation.RELU, (6 / 3) ** 0.5),
        (Activation.RELU6, (6 / 3) ** 0.5),
        (Activation.ELU, (6 / 3) ** 0.5),
        (Activation.TANH, 5 / 3 * (6 / 5) ** 0.5),
        (Activation.SIGMOID, (6 / 5) ** 0.5),
        (Activation.SELU, 1.0),
    ],
)
def test_bounds_of_the_table(activation, expected):
    assert activation_bound(activation, in_features=3, out_features=2) == pytest.approx(expected)
