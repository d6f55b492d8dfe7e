import numpy as np
import pytest
from scipy.special import erf

from nalm.discovery import SearchOptions, Strategy, Verdict, search
from nalm.discovery.stages.curves._usual_curves import UsualCurves
from nalm.symbolic import to_text
from tests.discovery._laws import table

ALONE = Strategy(stages=(UsualCurves(),))


@pytest.mark.parametrize(
    ("law", "text"),
    [
        (lambda t: 3 * np.exp(5 / (t + 2)), "3*exp(5/(x0 + 2))"),
        (lambda t: 8 + 1.5 * t + 2.9 * np.sin(6 * t + 1), "3*x0/2 + 2.9*sin(6*x0 + 1) + 8"),
        (lambda t: 5 * (np.exp(-0.2 * t) - np.exp(-1.4 * t)), "5*exp(-x0/5) - 5*exp(-7*x0/5)"),
        (lambda t: np.sin(2 * t) + 0.5 * np.sin(5 * t + 1), "sin(2*x0) + sin(5*x0 + 1)/2"),
    ],
    ids=["vapour pressure", "season about a trend", "rise and decay", "two tones"],
)
def test_usual_curves_are_found(law, text):
    discovery = search(table(law, [(0, 10)], rows=80), SearchOptions(strategy=ALONE))
    assert discovery.verdict is Verdict.LAW
    assert to_text(discovery.candidates[discovery.chosen].formula, ["x0"], digits=6) == text


@pytest.mark.parametrize(
    ("law", "ranges", "text"),
    [
        (lambda k, t: 1 + 2.4 * np.exp(-k * t), [(0.01, 0.1), (1, 40)], "12*exp(-x0*x1)/5 + 1"),
        (
            lambda x, t: 100 - 80 * erf(1.44 * x / np.sqrt(t)),
            [(0.05, 2), (0.5, 20)],
            "100 - 80*erf(1.44*x0/sqrt(x1))",
        ),
        (
            lambda p, t, r: 1.3 * np.log(11.5 * p * t / r**2),
            [(1, 9), (1, 9), (0.2, 1)],
            "1.3*log(x0*x1/x2^2) + 3.175",
        ),
        (lambda t: 0.45 * np.log(1 + 14 * t), [(0.05, 20)], "0.45*log(14*x0 + 1)"),
    ],
    ids=["product", "with a root", "of three inputs", "logarithm from 0"],
)
def test_a_curve_may_be_along_an_argument_of_all_inputs(law, ranges, text):
    discovery = search(table(law, ranges, rows=150), SearchOptions(strategy=ALONE))
    assert discovery.verdict is Verdict.LAW
    written = to_text(discovery.candidates[discovery.chosen].formula, ["x0", "x1", "x2"], digits=4)
    assert written == text
