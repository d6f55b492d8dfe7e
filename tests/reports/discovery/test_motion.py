from tests.reports.discovery.examples import motion


def test_a_unit_stands_behind_its_column():
    assert motion().labelled("year") == "year (yr)"
    assert motion().labelled("prey") == "prey"
