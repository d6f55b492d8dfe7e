import pytest

from nalm.errors import UnknownNameError
from nalm.experiments.catalogue import entries
from nalm.reports import citations, cite


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("mistry2021division/fig6", "mistry2021division"),
        ("madsen2020", "madsen2020"),
        ("NMRU", "mistry2021division"),
        ("nmu", "madsen2020"),
        ("Real NPU (modified)", "heim2020"),
        ("iNALU", "schloer2020"),
        ("NAC•", "trask2018"),
        ("SPU", "nalm2026spu"),
        ("sNMU", "mistry2022robust"),
    ],
)
def test_papers_are_found_by_experiment_key_and_unit(name, key):
    assert cite(name).key == key


def test_every_paper_of_the_catalogue_can_be_cited():
    assert {entry.paper for entry in entries().values()} <= set(citations())


def test_entries_are_whole():
    for paper in citations().values():
        assert paper.bibtex.count("{") == paper.bibtex.count("}")
        assert f"{{{paper.key}," in paper.bibtex
        assert paper.title
        assert "author" in paper.bibtex
        assert "year" in paper.bibtex


def test_an_unknown_name_gets_its_neighbours():
    with pytest.raises(UnknownNameError, match=r"found 'NMRUU'\. Did you mean NMRU"):
        cite("NMRUU")
    with pytest.raises(UnknownNameError, match="lists all papers"):
        cite("")
