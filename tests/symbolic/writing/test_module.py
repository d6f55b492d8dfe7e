import numpy as np
import pytest
import torch
from hypothesis import given
from torch.func import functional_call, vmap

from nalm.errors import InvalidValueError
from nalm.symbolic import evaluate, jacobian, parameters, to_torch
from tests.symbolic._conditioned import conditioned, nearby
from tests.symbolic.strategies import (
    INPUTS,
    F,
    formulas,
    plus,
    quick,
    smooth_formulas,
    tables,
    term,
)

LAW = plus(
    term(2.5, (0, 1.5), (plus(term(1, (1, 2)), term(0.4, (2, 1))), F(-1, 2))),
    term(F(3, 2), (1, -1)),
    term(0.7),
)
X = torch.tensor(np.random.default_rng(0).uniform(0.5, 2, (4, 5, INPUTS)))


@quick
@given(formulas(), tables())
def test_it_computes_the_formula_and_its_domain(formula, x):
    expected = evaluate(formula, x)
    values = nearby(formula, x)
    usable = conditioned(values) | np.isnan(values).all(axis=0)
    found = to_torch(formula, INPUTS)(torch.tensor(x)).detach().numpy()
    np.testing.assert_allclose(found[usable], expected[usable], rtol=1e-5)


@pytest.mark.parametrize("exponent", [F(-1), -1.0, F(-1, 2), -0.3, F(0), F(2), 2.0, 1.5])
def test_the_edge_of_the_domain(exponent):
    formula, x = plus(term(1, (0, exponent))), np.array([[0.0], [-2.0], [3.0]])
    found = to_torch(formula, 1)(torch.tensor(x)).detach().numpy()
    np.testing.assert_allclose(found, evaluate(formula, x))


@quick
@given(smooth_formulas(), tables(positive=[True] * INPUTS))
def test_its_gradient_is_the_jacobian(formula, x):
    expected = jacobian(formula, x).sum(axis=0)
    module = to_torch(formula, INPUTS)
    if len(expected) and np.isfinite(expected).all():
        module(torch.tensor(x)).sum().backward()
        np.testing.assert_allclose(module.values.grad, expected, rtol=1e-6, atol=1e-9)


def test_any_batch_and_double_precision():
    module = to_torch(LAW, INPUTS)
    expected = evaluate(LAW, X.reshape(-1, INPUTS).numpy()).reshape(4, 5)
    np.testing.assert_allclose(module(X).detach(), expected)
    assert module(X[0, 0]).shape == ()
    assert module(X.float()).dtype == torch.float64
    assert module.float()(X).dtype == torch.float32


def test_measured_numbers_are_learnt_and_read_out():
    module = to_torch(LAW, INPUTS)
    np.testing.assert_array_equal(module.values.detach(), parameters(LAW))
    with torch.no_grad():
        module.values.add_(1)
    np.testing.assert_array_equal(parameters(module.formula()), parameters(LAW) + 1)
    assert to_torch(LAW, INPUTS).load_state_dict(module.state_dict())
    assert repr(module) == "FormulaModule(inputs=3, parameters=4)"


def test_training_finds_the_numbers_of_another_formula():
    module = to_torch(LAW, INPUTS)
    target = module(X).detach()
    with torch.no_grad():
        module.values.add_(torch.tensor([0.2, -0.1, 0.1, 0.2]))
    optimizer = torch.optim.LBFGS(
        module.parameters(), max_iter=300, tolerance_change=1e-16, line_search_fn="strong_wolfe"
    )

    def closure():
        optimizer.zero_grad()
        loss = (module(X) - target).square().mean()
        loss.backward()
        return loss

    optimizer.step(closure)
    np.testing.assert_allclose(module.values.detach(), parameters(LAW), rtol=1e-4)


def test_it_is_batched_over_rows_and_over_values():
    module = to_torch(LAW, INPUTS)
    torch.testing.assert_close(vmap(vmap(module))(X), module(X))
    values = module.values.detach() * torch.tensor([[1.0], [1.1]], dtype=torch.float64)
    both = vmap(lambda v: functional_call(module, {"values": v}, (X,)))(values)
    torch.testing.assert_close(both[0], module(X))
    torch.testing.assert_close(both[1], functional_call(module, {"values": values[1]}, (X,)))


@pytest.mark.thorough
def test_it_is_traced_as_one_graph():
    module = to_torch(LAW, INPUTS)
    compiled = torch.compile(module, fullgraph=True, backend="aot_eager")
    torch.testing.assert_close(compiled(X), module(X))


@pytest.mark.parametrize(
    ("inputs", "shape", "message"),
    [(2, None, "inputs should be at least 3"), (3, (4, 2), r"\(\*batch, 3\), found \(4, 2\)")],
)
def test_a_wrong_number_of_inputs_is_refused(inputs, shape, message):
    with pytest.raises(InvalidValueError, match=message):
        to_torch(LAW, inputs)(torch.ones(shape))
