"""Passes: how is a traced step rewritten before it is compiled?

`compile_program` traces a function, applies the passes in their order and compiles what is left;
`Layout` tells them the sizes of the step, `can_compile` says whether there is a compiler. `keep`
marks a tensor that a step stores, `loops` says which matrix products become loops. Import these
from here. Each pass is a file of its own, which changes a graph in place.
"""

from nalm.compilation.passes._contraction import loops
from nalm.compilation.passes._layout import keep
from nalm.compilation.passes._program import Layout, can_compile, compile_program

__all__ = ["Layout", "can_compile", "compile_program", "keep", "loops"]
