import numpy as np
import pytest
import torch
from torch.func import vmap

from nalm.training import SGD, Adam, AdamW, RMSprop
from nalm.training._spec import describe, numbers, with_numbers

PAIRS = [
    (Adam(learning_rate=0.02), lambda p: torch.optim.Adam(p, lr=0.02)),
    (
        Adam(learning_rate=0.1, betas=(0.5, 0.9), epsilon=1e-3),
        lambda p: torch.optim.Adam(p, lr=0.1, betas=(0.5, 0.9), eps=1e-3),
    ),
    (AdamW(learning_rate=0.02), lambda p: torch.optim.AdamW(p, lr=0.02)),
    (
        AdamW(learning_rate=0.1, betas=(0.5, 0.9), epsilon=1e-3, weight_decay=0.3),
        lambda p: torch.optim.AdamW(p, lr=0.1, betas=(0.5, 0.9), eps=1e-3, weight_decay=0.3),
    ),
    (SGD(learning_rate=0.01), lambda p: torch.optim.SGD(p, lr=0.01)),
    (SGD(learning_rate=0.01, momentum=0.9), lambda p: torch.optim.SGD(p, lr=0.01, momentum=0.9)),
    (RMSprop(learning_rate=0.01), lambda p: torch.optim.RMSprop(p, lr=0.01)),
    (
        RMSprop(learning_rate=0.02, alpha=0.9, epsilon=1e-4),
        lambda p: torch.optim.RMSprop(p, lr=0.02, alpha=0.9, eps=1e-4),
    ),
]
STEPS = 200


def start():
    generator = torch.Generator().manual_seed(0)
    return {
        name: torch.randn(shape, generator=generator, dtype=torch.float64)
        for name, shape in (("matrix", (3, 2)), ("vector", (4,)))
    }


def gradients(parameters, step):
    """The gradient of a curved function that moves with the step."""
    return {name: torch.sin(theta + 0.1 * step) + theta**3 for name, theta in parameters.items()}


def torch_path(make):
    parameters = {name: torch.nn.Parameter(theta) for name, theta in start().items()}
    optimizer = make(list(parameters.values()))
    for step in range(STEPS):
        for name, gradient in gradients(parameters, step).items():
            parameters[name].grad = gradient.detach()
        optimizer.step()
    return {name: theta.detach() for name, theta in parameters.items()}


def path(optimizer):
    parameters = start()
    state = optimizer.initial(parameters)
    for step in range(STEPS):
        now = torch.tensor(step, dtype=torch.int32)
        parameters, state = optimizer.update(gradients(parameters, step), state, parameters, now)
    return parameters


@pytest.mark.parametrize(("optimizer", "make"), PAIRS, ids=[str(one) for one, _ in PAIRS])
def test_it_equals_torch(optimizer, make):
    for name, expected in torch_path(make).items():
        torch.testing.assert_close(path(optimizer)[name], expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("optimizer", [pair[0] for pair in PAIRS], ids=str)
def test_every_run_has_its_own_numbers(optimizer):
    factors = torch.tensor([0.5, 1.0, 0.1], dtype=torch.float64)
    values = factors[:, None] * torch.tensor(numbers(optimizer), dtype=torch.float64)

    def update(values, gradients, state, parameters, step):
        own = with_numbers(optimizer, list(values.unbind(0)))
        return own.update(gradients, state, parameters, step)

    parameters = {name: theta.expand(3, *theta.shape) for name, theta in start().items()}
    state = optimizer.initial(parameters)
    for step in range(STEPS):
        now = torch.tensor(step, dtype=torch.int32)
        parameters, state = vmap(update, (0, 0, 0, 0, None))(
            values, gradients(parameters, step), state, parameters, now
        )
    for run, row in enumerate(values.tolist()):
        for name, expected in path(with_numbers(optimizer, row)).items():
            torch.testing.assert_close(parameters[name][run], expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("optimizer", [pair[0] for pair in PAIRS], ids=str)
def test_it_is_pure(optimizer):
    parameters, state = start(), optimizer.initial(start())
    before = {slot: {k: v.clone() for k, v in each.items()} for slot, each in state.items()}
    found, new = optimizer.update(gradients(parameters, 0), state, parameters, torch.tensor(0))
    assert new.keys() == state.keys()
    assert found.keys() == parameters.keys()
    for name, theta in start().items():
        assert torch.equal(parameters[name], theta)
        assert all(torch.equal(state[slot][name], before[slot][name]) for slot in state)


def test_the_first_step_of_adam_is_its_learning_rate():
    parameters = {"w": torch.zeros(2, dtype=torch.float64)}
    gradient = {"w": torch.tensor([3.0, -0.2], dtype=torch.float64)}
    adam = Adam(learning_rate=0.1)
    moved, _ = adam.update(gradient, adam.initial(parameters), parameters, torch.tensor(0))
    torch.testing.assert_close(moved["w"], torch.tensor([-0.1, 0.1], dtype=torch.float64))


def test_rmsprop_can_be_that_of_tensorflow_1():
    """Mean square from one on, epsilon inside the root."""
    optimizer = RMSprop(learning_rate=0.02, alpha=0.9, epsilon=1e-2, start=1.0, epsilon_inside=True)
    theta = {name: value.numpy().copy() for name, value in start().items()}
    square = {name: np.ones_like(value) for name, value in theta.items()}
    for step in range(STEPS):
        for name in theta:
            g = np.sin(theta[name] + 0.1 * step) + theta[name] ** 3
            square[name] = 0.9 * square[name] + 0.1 * g * g
            theta[name] = theta[name] - 0.02 * g / np.sqrt(square[name] + 1e-2)
    for name, found in path(optimizer).items():
        np.testing.assert_allclose(found.numpy(), theta[name], rtol=1e-12, atol=1e-12)


def test_the_variant_of_tensorflow_changes_no_old_description():
    assert describe(RMSprop()).keys() == {"type", "learning_rate", "alpha", "epsilon"}
    assert describe(RMSprop(start=1))["start"] == 1.0
