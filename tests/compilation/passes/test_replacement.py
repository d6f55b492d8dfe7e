"""A node of a graph, replaced by a function of others."""

import torch
from torch.fx.experimental.proxy_tensor import make_fx

from nalm.compilation.passes._replacement import replace_node


def test_a_node_is_replaced_by_a_function_of_its_operands():
    graph = make_fx(lambda x, y: torch.log(x - y) + y, tracing_mode="fake")(
        torch.rand(3), torch.rand(3)
    )
    (node,) = graph.graph.find_nodes(op="call_function", target=torch.ops.aten.sub.Tensor)
    result = replace_node(node, lambda x, y: (x - y) ** 2 + 1, operands=node.all_input_nodes)
    graph.recompile()
    graph.graph.lint()
    x, y = torch.rand(3), torch.rand(3)
    assert torch.equal(graph(x, y), torch.log((x - y) ** 2 + 1) + y)
    assert result.meta["val"].shape == (3,)


def test_an_operand_may_come_twice():
    graph = make_fx(lambda x: torch.exp(x), tracing_mode="fake")(torch.rand(2, 4))
    (node,) = graph.graph.find_nodes(op="call_function", target=torch.ops.aten.exp.default)
    (x,) = node.all_input_nodes
    replace_node(node, torch.mul, operands=[x, x])
    graph.recompile()
    assert torch.equal(graph(given := torch.rand(2, 4)), given * given)
