"""One thread: discovery computes many small sums, which meeting others only slows down."""

# threadpoolctl says nothing of its types.
# pyright: reportMissingTypeStubs=false

import sys
from collections.abc import Generator
from contextlib import contextmanager

from threadpoolctl import threadpool_limits


@contextmanager
def one_thread() -> Generator[None]:
    """Let PyTorch, and the linear algebra below NumPy and SciPy, compute with one thread.

    Beside other work the threads of a small sum wait for each other far longer than it takes.
    PyTorch is not loaded for it: what loads it inside the block asks again for one thread.

    Example:
        >>> import torch
        >>> with one_thread():
        ...     torch.get_num_threads()
        1
    """
    torch = sys.modules.get("torch")
    threads = torch.get_num_threads() if torch else 1
    if torch:
        torch.set_num_threads(1)
    try:
        with threadpool_limits(1, user_api="blas"):
            yield
    finally:
        if torch:
            torch.set_num_threads(threads)
