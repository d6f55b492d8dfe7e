"""Reports as one web page that needs nothing else: no network, no other file.

`Chapter` is a report with the runs behind it, `Document` an ordered set of chapters, and `render`
writes it. The page reads without scripts; the script adds sorting, search, the choice between
light and dark, and the lists of single runs, which lie in it as compact JSON until they are asked
for. Everything that comes from a report is escaped.
"""

from nalm.reports.html._cells import HTMLTable, TableCell, TableLine
from nalm.reports.html._chapter import Chapter, make_chapter
from nalm.reports.html._document import Absence, Document, fill, render
from nalm.reports.html._figure import drawing_svg

__all__ = [
    "Absence",
    "Chapter",
    "Document",
    "HTMLTable",
    "TableCell",
    "TableLine",
    "drawing_svg",
    "fill",
    "make_chapter",
    "render",
]
