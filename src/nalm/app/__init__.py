"""How does a table become a law without a command line?

`launch` serves a page on this machine: drop a file, choose columns, watch the search, keep its
answer. `_work` searches in a process of its own; `_choices` makes a request of what was chosen;
`_view` shows it.
"""

from nalm.app._launch import LARGEST, PORT, launch

__all__ = ["LARGEST", "PORT", "launch"]
