"""How often is a verdict right? Tables of known laws, and the judgement of answers.

    >>> from calibration import plan
    >>> table = plan(1000)[0]
    >>> x, y = table.draw()

`plan` lists the tables; `judged` searches one and says whether its answer is right; `page` counts.
"""

from calibration._counts import page
from calibration._judged import COLUMNS, KEY, judged
from calibration._tables import KINDS, STUDIES, Table, laws, plan

__all__ = ["COLUMNS", "KEY", "KINDS", "STUDIES", "Table", "judged", "laws", "page", "plan"]
