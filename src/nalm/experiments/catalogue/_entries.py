"""All entries of the catalogue under their names."""

from functools import cache

from nalm.experiments._experiment import Entry
from nalm.experiments.catalogue import (
    _curry2025dmu,
    _dujardin2025hill,
    _faber2023nsr,
    _field,
    _heim2020,
    _heim2020draft,
    _kollanur2022,
    _madsen2020,
    _mistry2021division,
    _mistry2022primer,
    _mistry2022robust,
    _nalm2026spu,
    _odrzywolek2026eml,
    _ranasinghe2024ginnlp,
    _schloer2020,
    _trask2018,
)


def entries() -> dict[str, Entry]:
    """Return every experiment, view and computation of the catalogue by name, paper by paper.

    Returns:
        Name → entry, in the papers' order; a new dictionary each time.

    Example:
        >>> from nalm.experiments.catalogue import entries
        >>> entries()["mistry2021division/fig3"].run_steps()
        45000000
    """
    return dict(_entries())


@cache
def _entries() -> dict[str, Entry]:
    papers = (
        *(_trask2018, _madsen2020, _heim2020draft, _heim2020, _schloer2020),
        *(_mistry2021division, _mistry2022primer, _mistry2022robust, _kollanur2022),
        *(_faber2023nsr, _dujardin2025hill, _curry2025dmu, _odrzywolek2026eml),
        *(_ranasinghe2024ginnlp, _nalm2026spu, _field),
    )
    return {entry.name: entry for paper in papers for entry in paper.entries()}
