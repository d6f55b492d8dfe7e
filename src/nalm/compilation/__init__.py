"""Compilation: a function of tensors becomes a graph, and a graph becomes a program."""

from nalm.compilation._compiler import Program, compile_graph, has_compiler, trace
from nalm.compilation._direct import on_cpu, repeated

__all__ = ["Program", "compile_graph", "has_compiler", "on_cpu", "repeated", "trace"]
