"""The catalogue: the experiments of the papers, as data.

One module or subpackage per paper, named by the paper's citation key. Each lists its entries in
the paper's order; an entry states its source, its settings and, in its note, the number to expect.
`entries` returns them all and may be imported from here; the papers' modules are private.
"""

from nalm.experiments.catalogue._entries import entries

__all__ = ["entries"]
