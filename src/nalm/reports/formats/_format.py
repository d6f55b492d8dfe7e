"""The interface of every format."""

from abc import ABC, abstractmethod
from typing import ClassVar

from nalm.reports.interface._report import Report


class Format(ABC):
    """Turn a report into the content of a file.

    Args:
        name: Name on the command line.
        suffix: Usual end of the file's name.
        binary: Whether the content is something other than text.
    """

    name: ClassVar[str]
    suffix: ClassVar[str]
    binary: ClassVar[bool] = False

    @abstractmethod
    def render(self, report: Report) -> bytes:
        """Return the content; text is UTF-8 and ends with a newline."""
