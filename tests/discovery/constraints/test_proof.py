import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.constraints._proof import Inequality, counterexample, decide
from tests.discovery.constraints._formulas import formula, formulas


def inequality(low, high, *, least=-np.inf, most=np.inf, place=None):
    ends = [np.atleast_1d(np.array(end, dtype=float)) for end in (low, high)]
    return Inequality(
        low=ends[0], high=ends[1], least=least, most=most, place=place, span=np.ones(len(ends[0]))
    )


POSITIVE, RISING = {"least": -1e-9}, {"least": -1e-9, "place": 0}


@given(
    formulas(),
    st.tuples(*(st.floats(-3, 3) for _ in range(2))),
    st.floats(0.1, 3),
    st.sampled_from([None, 0, 1]),
)
def test_no_point_breaks_what_is_proved_and_one_breaks_what_is_refuted(law, low, width, place):
    asked = inequality(low, np.array(low) + width, least=-0.5, place=place)
    is_proved, point = decide(asked, law)
    points = asked.points(np.random.default_rng(1).random((200, 2)))
    if is_proved:
        assert counterexample(asked, law, x=points) is None
    if point is not None:
        assert not is_proved
        assert asked.is_broken(asked.values(law, point[None])).all()
        assert ((asked.low <= point) & (point <= asked.high)).all()


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("12*x/(5 + x)", inequality(0, 1e3, **RISING)),
        ("12/(1 + 5/x)", inequality(0, 1e3, **RISING)),
        ("5 - 5*exp(-x/2)", inequality(0, np.inf, **RISING)),
        ("5 - 5*exp(-x/2)", inequality(0, np.inf, most=5 + 1e-9)),
        ("x^2 - 2*x + 1.01", inequality(-5, 5, **POSITIVE)),
        ("x^2", inequality(-np.inf, np.inf, **POSITIVE)),
        ("x^3", inequality(-np.inf, 2, **RISING)),
        ("sqrt(x)", inequality(0, 9, **RISING)),
        ("sin(x)^2 + cos(x)^2", inequality(0, 6, most=1.01)),
    ],
)
def test_what_holds_is_proved(text, asked):
    assert decide(asked, formula(text)) == (True, None)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("x^2 - 2*x + 0.999", inequality(-5, 5, **POSITIVE)),
        ("12*x/(5 + x) - 0.02*x", inequality(0, 100, **RISING)),
        ("sin(50*x)", inequality(0, 0.1, **RISING)),
        ("log(x)", inequality(-1, 2, most=9)),
        ("1 - exp(-x) - 1e-5*x", inequality(0, np.inf, **RISING)),
    ],
)
def test_what_does_not_hold_is_refuted_at_a_point(text, asked):
    is_proved, point = decide(asked, formula(text))
    assert not is_proved
    assert point is not None


def test_beside_a_pole_nothing_is_proved():
    assert not decide(inequality(-1, 1.5, most=0.0, place=0), formula("1/x"))[0]
    assert not decide(inequality(-1, 1.5, least=0.0), formula("1/x^2"))[0]


def test_what_intervals_cannot_say_is_open():
    for text in ("tan(x)", "x^2 - 2*x + 1"):  # no enclosure; one that touches the bound
        assert decide(inequality(0, 1.5, **POSITIVE), formula(text)) == (False, None)


@given(st.floats(-5, 5), st.floats(0.1, 5), st.floats(0, 1))
def test_points_go_from_end_to_end(low, width, part):
    for ends in ((low, low + width), (low, np.inf), (-np.inf, low), (-np.inf, np.inf)):
        one = inequality(*ends)
        assert one.points(np.array([[0.0], [1.0]]))[:, 0].tolist() == list(ends)
        [[there]] = one.points(np.array([[part]]))
        assert ends[0] <= there <= ends[1]
