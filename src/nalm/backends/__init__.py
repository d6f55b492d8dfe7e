"""Where it runs: `map(function, items)`, with results as they complete.

A `Backend` decides on which processor, process or machine a function is applied to each item.
`Serial` applies it here and now. Nothing else in the package knows where its work is done.
"""

from nalm.backends._backend import Backend
from nalm.backends._serial import Serial

__all__ = ["Backend", "Serial"]
