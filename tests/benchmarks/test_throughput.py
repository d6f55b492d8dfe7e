"""The benchmark of the trainer's speed."""

import pytest
import torch

import throughput
from nalm.compilation.passes import _layout
from nalm.training._running import _stepper


@pytest.mark.parametrize("unit", throughput.UNITS)
def test_every_unit_maps_its_inputs_to_one_output(unit):
    build, *_ = throughput.UNITS[unit]
    assert build(4, 1)(torch.ones(3, 4)).shape == (3, 1)


def test_without_the_pass_nothing_is_stored_for_the_step(monkeypatch):
    for module, name in ((_layout, "lay_out"), (_stepper, "keep")):
        monkeypatch.setattr(module, name, getattr(module, name))  # put back afterwards
    throughput.store_nothing()
    tensor = torch.ones(2).expand(3, 2)
    assert _stepper.keep(tensor) is tensor
    graph = torch.fx.symbolic_trace(torch.nn.Tanh())
    before = graph.code
    _layout.lay_out(graph, runs=3, batch=2)
    assert graph.code == before
