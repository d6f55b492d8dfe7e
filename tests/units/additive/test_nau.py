import pytest
import torch

from nalm import NAU
from nalm.errors import InvalidTypeError, InvalidValueError


def with_weight(rows):
    unit = NAU(len(rows[0]), len(rows))
    unit.weight.data = torch.tensor(rows)
    return unit


def test_subtracts():
    assert with_weight([[1.0, -1.0]])(torch.tensor([3.0, 5.0])).item() == -2.0


def test_clamps_inside_the_equation():
    unit = with_weight([[3.0, -2.0, 0.5]])
    assert unit(torch.tensor([1.0, 10.0, 100.0])).item() == 1 - 10 + 50
    assert unit.sparsity_error().item() == 0.5


def test_initial_weights_stay_in_the_clipped_bound():
    for sizes, bound in (((2, 1), 0.5), ((100, 2), (6 / 102) ** 0.5)):
        unit = NAU(*sizes)
        unit.reset_parameters(torch.Generator().manual_seed(0))
        assert unit.weight.abs().max() <= bound
        assert unit.weight.abs().max() > 0.3 * bound


def test_penalty_is_the_mean_distance_from_discrete_values():
    assert with_weight([[0.25, -0.75], [1.5, -1.0]]).penalty().item() == pytest.approx(0.25)


def test_pinned_value():
    unit = NAU(2, 1)
    unit.reset_parameters(torch.Generator().manual_seed(0))
    expected = 2 * unit.weight[0, 0] + 3 * unit.weight[0, 1]
    assert unit(torch.tensor([2.0, 3.0])).item() == pytest.approx(expected.item())
    assert unit.weight[0].tolist() == pytest.approx([-0.0037435, 0.2682218], abs=1e-6)


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ((0, 1), InvalidValueError, "in_features: expected at least 1, found 0; pass"),
        ((1, -2), InvalidValueError, "out_features: expected at least 1, found -2; pass"),
        ((2.0, 1), InvalidTypeError, "in_features: expected an integer, found 2.0; pass"),
        ((True, 1), InvalidTypeError, "in_features: expected an integer, found True; pass"),
    ],
)
def test_wrong_sizes(arguments, kind, message):
    with pytest.raises(kind, match=message):
        NAU(*arguments)


def test_wrong_inputs():
    unit = NAU(3, 1)
    message = r"x: expected shape \(\*batch, 3\), found \(5, 2\); put the 3 inputs of NAU last"
    with pytest.raises(InvalidValueError, match=message):
        unit(torch.ones(5, 2))
    with pytest.raises(InvalidTypeError, match=r"found torch.int64; convert it"):
        unit(torch.ones(5, 3, dtype=torch.long))
    with pytest.raises(InvalidValueError, match=r"symbols: expected one per input \(3\), found 2"):
        unit.express([1.0, 2.0])
