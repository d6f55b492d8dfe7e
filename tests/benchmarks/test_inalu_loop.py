import sys

import pytest
import torch

import inalu_loop
from inalu_loop import BATCHES, DISTRIBUTIONS, RUNS, Loop, main, samples


def loop(operation="mul", *, clip=0.1, epochs=20):
    torch.manual_seed(0)
    return Loop(operation, clip=clip, batches=epochs * BATCHES)


@pytest.mark.parametrize(("operation", "gate", "w"), [("add", 50, 50), ("mul", -50, 50)])
def test_saturated_weights_are_the_operation(operation, gate, w):
    found = loop(operation)
    with torch.no_grad():
        for name, parameter in found.parameters.items():
            parameter.fill_(gate if name == "g" else w)
        errors = found.errors(samples(64))
    assert errors.max() < 1e-5


def test_distributions_are_cut_and_centred():
    drawn = dict(zip(DISTRIBUTIONS, samples(1000).chunk(len(DISTRIBUTIONS)), strict=True))
    assert drawn["N(0,1)"].min() >= -3 and drawn["N(0,1)"].max() <= 3
    assert abs(drawn["N(-1,1)"].mean() + 1) < 0.05
    assert abs(drawn["Exp(0.2)"].mean() - 0.2) < 0.02


def test_only_stuck_runs_restart():
    found, end = loop(), 10_001
    found.losses[:, :end] = torch.linspace(3, 0, end)  # falling
    found.losses[1, :end] = 5.0  # stuck
    found.losses[2, :end] = 0.5  # stuck, but good
    before = found.parameters["w_mul"].detach().clone()
    found.restart(end - 1)
    assert not any(found.restarts)
    found.restart(end)
    assert found.restarts == [0, 1] + [0] * (RUNS - 2)
    changed = (found.parameters["w_mul"] != before).any(1)
    assert changed.nonzero().flatten().tolist() == [1]


def test_clipping_bounds_the_mean_square():
    free, clipped = (loop("div", clip=clip) for clip in (float("inf"), 0.1))
    x = samples(64)
    for each in (free, clipped):
        each.learn(x, inalu_loop.WEIGHTS)
    assert clipped.squares["w_mul"].max() <= 0.9 + 0.1 * 0.1**2 + 1e-6
    assert free.squares["w_mul"].max() > 1


@pytest.mark.thorough
def test_a_row_for_each_distribution(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["inalu_loop.py", "--operation", "add", "--epochs", "1"])
    main()
    assert [line.split(" | ")[0] for line in capsys.readouterr().out.split("\n")[2:-1]] == [
        f"| {name}" for name in DISTRIBUTIONS
    ]


def test_a_clip_that_is_not_positive_is_refused(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["inalu_loop.py", "--clip", "0"])
    with pytest.raises(SystemExit):
        main()
    assert "have to be positive" in capsys.readouterr().err
