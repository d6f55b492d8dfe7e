from types import MappingProxyType

import pytest
import torch
from torch import nn

from nalm import Unit
from nalm.testing import check_unit


class Average(Unit):
    """A third party's unit: a mean of inputs, each scaled."""

    constraints = MappingProxyType({"scale": (0.0, 1.0)})

    def __init__(self, in_features, out_features):
        super().__init__(in_features, out_features)
        self.scale = nn.Parameter(torch.empty(out_features, in_features))
        self.reset_parameters()

    def reset_parameters(self, generator=None):
        with torch.no_grad():
            self.scale.uniform_(0.2, 0.8, generator=generator)

    def forward(self, x):
        self._check_input(x)
        return x @ self.scale.T / self.in_features

    def penalty(self):
        return (self.scale * (1 - self.scale)).abs().mean()

    def sparsity_error(self):
        return torch.minimum(self.scale, 1 - self.scale).abs().amax()

    def express(self, symbols):
        self._check_symbols(symbols)
        scaled = [[s * x for s, x in zip(row, symbols, strict=True)] for row in self.scale.tolist()]
        return [sum(terms[1:], start=terms[0]) / self.in_features for terms in scaled]


def test_a_third_party_unit_passes():
    check_unit(Average)
    check_unit(lambda inputs, outputs: Average(inputs, outputs), in_features=1, out_features=1)


def test_a_unit_may_be_random_in_training():
    class Noisy(Average):
        def forward(self, x):
            y = super().forward(x)
            return y * (1 + torch.rand_like(y)) if self.training else y

    check_unit(Noisy)


def broken(**methods):
    return type("Broken", (Average,), methods)


class WrongGradient(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return x * 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass

    @staticmethod
    def backward(ctx, gradient):
        return gradient


class WithoutForwardMode(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return x.clone()

    @staticmethod
    def setup_context(ctx, inputs, output): ...

    @staticmethod
    def backward(ctx, gradient):
        return gradient


def remember(self, x):
    self.scale.data.add_(1e-3)
    return Average.forward(self, x)


def branch(self, x):
    return Average.forward(self, x) * (2 if self.scale.sum() > 0 else 1)


def noise(self, x):
    torch.rand(1)
    return Average.forward(self, x)


def from_global_random_state(self, generator=None):
    self.scale.data.uniform_(0.2, 0.8)


def constant(self, generator=None):
    self.scale.data.fill_(0.3)


@pytest.mark.parametrize(
    ("methods", "promise"),
    [
        ({"forward": lambda self, x: Average.forward(self, x).sum(0)}, "goes to"),
        ({"forward": lambda self, x: x @ self.scale.T}, "Wrong sizes and inputs"),
        ({"forward": lambda self, x: Average.forward(self, x).float()}, "float64"),
        ({"forward": lambda self, x: Average.forward(self, x) / 0}, "finite in both modes"),
        ({"forward": remember}, "deep copy"),
        ({"forward": branch}, "vmap"),
        (
            {"forward": lambda self, x: WrongGradient.apply(Average.forward(self, x))},
            "finite differences",
        ),
        (
            {"forward": lambda self, x: WithoutForwardMode.apply(Average.forward(self, x))},
            "forward mode",
        ),
        ({"forward": noise}, "Evaluation draws no random numbers"),
        ({"penalty": lambda self: self.scale}, "penalty is a finite scalar"),
        ({"sparsity_error": lambda self: self.scale.amax() + 3}, "sparsity error is a scalar"),
        ({"express": lambda self, symbols: list(symbols)[:2]}, "agrees with `forward`"),
        ({"constraints": {"weight": (0.0, 1.0)}}, "names a parameter"),
        ({"reset_parameters": from_global_random_state}, "only from it"),
        ({"reset_parameters": constant}, "same generator"),
    ],
)
def test_a_broken_promise_is_named(methods, promise):
    with pytest.raises(AssertionError, match="Broken breaks a promise") as caught:
        check_unit(broken(**methods))
    assert promise in str(caught.value), str(caught.value)


def test_a_plain_module_is_not_a_unit():
    with pytest.raises(AssertionError, match=r"It is a `nalm.Unit`"):
        check_unit(nn.Linear)
