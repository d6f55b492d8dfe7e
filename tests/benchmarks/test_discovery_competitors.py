import pytest

from discovery_competitors import METHODS, fit
from discovery_problems import problems
from discovery_scoring import score
from tests._tiers import thorough

LAWS = {problem.id: problem for problem in problems("feynman")}
PACKAGES = {
    "operon": "pyoperon",
    "gplearn": "gplearn",
    "gp-elite": "gp_elite",
    "jaxsr": "jaxsr",
    "pysindy": "pysindy",
    "pysindy-told": "pysindy",
}


def solves(method, name, *, noise=0.0, max_time=2.0):
    problem = LAWS[name]
    answer = fit(method, problem, *problem.sample(200, 0, noise), max_time=max_time, seed=0)
    return score(problem, answer.formula, seed=0, noise=noise)


@pytest.mark.parametrize("name", ["I.12.2", "I.47.23", "III.19.51"])
@pytest.mark.parametrize("noise", [0.0, 0.001])
def test_loglog_finds_monomials(name, noise):
    assert solves("loglog", name, noise=noise).strict


def test_loglog_does_not_find_sums():
    assert not solves("loglog", "I.13.12").strict


def test_loglog_sees_signs():
    problem = next(p for p in problems("feynman-wide") if p.id == "II.34.2a")
    answer = fit("loglog", problem, *problem.sample(200, 0), max_time=1, seed=0)
    assert score(problem, answer.formula, seed=0, noise=0).strict


@pytest.mark.parametrize(
    "method",
    [thorough("gplearn"), "operon", thorough("gp-elite"), "jaxsr", "pysindy", "pysindy-told"],
)
def test_a_competitor_fits_a_product_in_the_problem_s_names(method):
    pytest.importorskip(PACKAGES[method])
    assert solves(method, "I.12.1").r2 > 0.9  # whether in 2 s it is exact depends on the machine


@pytest.mark.parametrize("method", [thorough("gplearn"), "operon", thorough("gp-elite"), "jaxsr"])
def test_a_competitor_has_functions_where_the_law_has_any(method):
    pytest.importorskip(PACKAGES[method])
    law = next(each for each in problems("feynman-functions") if each.id == "I.6.2a")
    assert law.has_functions
    assert not LAWS["I.12.1"].has_functions
    answer = fit(method, law, *law.sample(200, 0), max_time=3.0, seed=0)
    assert score(law, answer.formula, seed=0, noise=0).r2 > 0.5


def test_told_sindy_finds_what_it_is_told():
    pytest.importorskip("pysindy")
    assert solves("pysindy-told", "I.13.12").strict
    assert not solves("pysindy", "I.13.12").strict


@pytest.mark.parametrize("method", ["nalm", "nalm-units"])
def test_this_library_finds_a_product(method):
    assert solves(method, "I.12.1", max_time=10.0).strict


def test_units_are_told_only_where_they_are_known():
    law = problems("handbook")[0]
    with pytest.raises(ValueError, match="has no units"):
        fit("nalm-units", law, *law.sample(10, seed=0), max_time=1.0, seed=0)


def test_every_method_has_an_adapter():
    sindy = {"pysindy", "pysindy-told"}
    own = {"nalm", "nalm-powers", "nalm-units"}
    assert set(METHODS) == own | {"loglog", "operon", "gplearn", "gp-elite", "jaxsr"} | sindy
