import matplotlib as mpl

from nalm.reports.drawing._style import looks, style


def test_units_differ_in_colour_and_marker():
    units = [f"unit {k}" for k in range(8)]
    assert len({look.colour for look in looks(units).values()}) == 8
    assert len({look.marker for look in looks(units).values()}) == 8
    assert len(looks([f"unit {k}" for k in range(30)])) == 30


def test_the_users_settings_come_back():
    mpl.rcParams["font.size"] = 13.5
    with style():
        assert mpl.rcParams["font.size"] == 9.0
    assert mpl.rcParams["font.size"] == 13.5
    mpl.rcdefaults()
