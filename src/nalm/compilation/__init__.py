"""Compilation: a function of tensors becomes a graph, and a graph becomes a program.

`trace` makes the graph, `compile_graph` the program, `repeated` calls it again and again on the
same tensors; `has_compiler` and `on_cpu` say where that is possible. What is done to a graph in
between lies in `nalm.compilation.passes`.
"""

from nalm.compilation._compiler import Program, compile_graph, has_compiler, trace
from nalm.compilation._direct import on_cpu, repeated

__all__ = ["Program", "compile_graph", "has_compiler", "on_cpu", "repeated", "trace"]
