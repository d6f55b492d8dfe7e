import torch

from nalm.units._division._signed_power import exact_product, parity


def test_parity_is_one_at_odd_numbers():
    W = torch.tensor([[-3.0, -2.0, -1.0, 0.0, 0.25, 1.0, 1.5, 2.0]])
    assert parity(W).tolist() == [[1.0, 0.0, 1.0, 0.0, 0.25, 1.0, 0.5, 0.0]]


def test_zero_to_a_power():
    W, P = torch.tensor([[0.0], [1.0], [-1.0]]), torch.zeros(3, 1)
    assert exact_product(torch.zeros(1), W=W, P=P).tolist() == [1.0, 0.0, torch.inf]
