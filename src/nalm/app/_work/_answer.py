"""An answer as the files of a folder."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

CONTENT, MODEL, PAGE, ROWS = "answer.json", "model.json", "page.html", "predicted.csv"
CODE: Mapping[str, str] = MappingProxyType(
    {
        "python": "law.py",
        "c": "law.c",
        "matlab": "law.m",
        "excel": "law.excel.txt",
        "julia": "law.jl",
    }
)
"""Language → name of its file."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """Hold what a process found.

    Args:
        folder: Where its files are.
        content: What `answer.json` says.
    """

    folder: Path
    content: Mapping[str, Any]

    @classmethod
    def read(cls, folder: Path) -> "Answer":
        """Read the answer in a folder.

        Args:
            folder: Of a piece of work that is done.
        """
        text = (folder / CONTENT).read_text(encoding="utf-8")
        return cls(folder=folder, content=json.loads(text))

    @property
    def name(self) -> str:
        """Return the name of the data, without its ending: what downloads are called."""
        return Path(str(self.content["name"])).stem

    @property
    def targets(self) -> list[dict[str, Any]]:
        """Return what was found for each target or group."""
        return self.content["targets"]

    def downloads(self) -> dict[str, tuple[str, bytes]]:
        """Return what can be downloaded: label → name of the file, and its bytes."""
        wanted = {"Report (HTML)": PAGE, "Model (JSON)": MODEL}
        wanted |= {_LABELS[language]: name for language, name in CODE.items()}
        return {
            label: (f"{self.name}-{name}", (self.folder / name).read_bytes())
            for label, name in wanted.items()
            if (self.folder / name).exists()
        }


_LABELS = {"python": "Python", "c": "C", "matlab": "MATLAB", "excel": "Excel", "julia": "Julia"}
