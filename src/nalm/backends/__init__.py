"""Where it runs: here, or by the workers of a cluster.

A `Backend` calls functions with items: `submit` asks for a call, whose `Job` `next` returns once it
ended. `Serial` does one call after the other in this process. `Dask` sends them to processes of
this machine or of others; it needs ``pip install nalm[cluster]``. A function that takes long asks
`is_stopping` whether to return what it has. Nothing else in the package knows where its work is
done.
"""

from typing import TYPE_CHECKING

from nalm.backends._backend import Backend, Job
from nalm.backends._serial import Serial
from nalm.backends._stopping import is_stopping

if TYPE_CHECKING:
    from nalm.backends._dask import Dask

__all__ = ["Backend", "Dask", "Job", "Serial", "is_stopping"]


def __getattr__(name: str) -> object:
    if name != "Dask":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from nalm.backends._dask import Dask
    except ModuleNotFoundError as error:
        raise ImportError(
            f"nalm.backends.Dask needs Dask, found that {error}: pip install nalm[cluster]"
        ) from error
    return Dask
