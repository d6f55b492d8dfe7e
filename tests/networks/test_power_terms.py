import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.networks import PowerTerms


def test_equals_the_sum_of_powers():
    network = PowerTerms(2, terms=2).double()
    values = (([1.5, -2.0], 3.0), ([0.0, 1.0], -0.5))
    for term, (exponents, c) in zip(network.terms, values, strict=True):
        term.exponents.data = torch.tensor(exponents, dtype=torch.float64)
        term.coefficient.data = torch.tensor([c], dtype=torch.float64)
    network.bias.data += 0.25
    x = torch.tensor([[4.0, 2.0], [1.0, 3.0]], dtype=torch.float64)
    expected = [3 * 8 / 4 - 1 + 0.25, 3 / 9 - 1.5 + 0.25]
    assert network(x)[:, 0].tolist() == pytest.approx(expected)
    assert network.formula(["a", "b"]) == "3*a^1.5*b^-2 + -0.5*b^1 + 0.25"


def test_only_the_first_term_counts_at_the_start_and_the_next_one_can_begin():
    torch.manual_seed(0)
    network = PowerTerms(3, terms=2)
    x = torch.rand(5, 3) + 0.5
    assert torch.equal(network(x), network.terms[0](x.log()))
    network(x).sum().backward()
    assert network.terms[1].coefficient.grad != 0
    assert not network.terms[1].exponents.grad.any()


def test_no_term_is_refused():
    with pytest.raises(InvalidValueError, match="in_features, terms"):
        PowerTerms(2, terms=0)
