import numpy as np
import pytest

from nalm.discovery import Noise, NoiseModel, SymbolicRegressor, Verdict, noise_size
from nalm.errors import InvalidValueError
from nalm.symbolic import evaluate
from tests.discovery._measured import NESTED, POWER, USUAL
from tests.symbolic.strategies import plus, term

X = np.random.default_rng(0).uniform(1, 3, (50, 3))


def test_the_words_for_noise_are_those_that_users_give():
    names = ["constant", "relative", "variables", "rounding", "outliers", "relative-outliers"]
    assert [each.name for each in Noise] == names
    assert [Noise(each.name) for each in Noise] == list(Noise)
    assert list(Noise)[:3] == list(USUAL)


@pytest.mark.parametrize(
    ("y", "expected"),
    [
        ([1.0, 2.0], list(USUAL)),
        ([-1.0, -2.0], list(USUAL)),
        ([-1.0, 2.0], list(USUAL)),
        ([0.0, 1.0], [Noise.CONSTANT, Noise.VARIABLES]),
    ],
)
def test_relative_noise_is_for_a_target_without_zeros(y, expected):
    assert [each for each in USUAL if each.is_applicable(np.array(y))] == expected


@pytest.mark.parametrize("noise", USUAL)
def test_a_fit_is_weighed_again_only_where_the_size_follows_the_formula(noise):
    doubled = plus(
        *(
            term(2 * each.coefficient, *((p.base, p.exponent) for p in each.powers))
            for each in POWER.terms
        )
    )
    follows = not np.allclose(noise.size(doubled, X), noise.size(POWER, X))
    assert noise.follows_formula is follows


@pytest.mark.parametrize("noise", USUAL)
@pytest.mark.parametrize("scale", [1e-3, 7.0])
def test_in_its_unit_the_size_of_a_value_is_the_value(noise, scale):
    assert noise.unit(scale) * noise.size(plus(term(scale)), X) == pytest.approx(np.full(50, scale))


def test_residuals_are_named():
    assert [each.label("F (N)") for each in USUAL] == [
        "residual of F (N)",
        "relative residual",
        "as relative error of all variables",
    ]


def test_a_size_that_is_no_number_for_each_row_is_refused():
    class Wrong(NoiseModel):
        name = "wrong"

        def size(self, formula, x):
            return np.ones((len(x), 1))

    with pytest.raises(InvalidValueError, match=r"wrong noise should have the shape \(50,\)"):
        noise_size(POWER, X, noise=Wrong())


def test_constant_noise_is_one_everywhere():
    assert noise_size(NESTED, X, noise=Noise.CONSTANT).tolist() == [1.0] * 50


def test_relative_noise_is_as_large_as_the_value():
    negative = plus(term(-2.0, (0, 1)))
    assert noise_size(negative, X, noise=Noise.RELATIVE) == pytest.approx(2 * X[:, 0])


@pytest.mark.parametrize("formula", [NESTED, plus(term(1, (0, 3)), term(-1, (1, 1)))])
def test_errors_in_all_variables_spread_by_the_slopes(formula):
    """Drawn errors of 0.01 % make y scatter by 0.01 % of the size."""
    random, share = np.random.default_rng(1), 1e-4
    drawn = [
        evaluate(formula, X * (1 + share * random.standard_normal(X.shape)))
        * (1 + share * random.standard_normal(50))
        for _ in range(4000)
    ]
    size = noise_size(formula, X, noise=Noise.VARIABLES)
    assert np.std(drawn, axis=0) / share == pytest.approx(size, rel=0.06)


def test_of_a_product_they_are_relative_noise():
    ratio = noise_size(POWER, X, noise=Noise.VARIABLES) / noise_size(POWER, X, noise=Noise.RELATIVE)
    assert ratio == pytest.approx(np.full(50, np.hypot(1, 1.5)))


@pytest.mark.parametrize("factor", [1e-200, 1e200])
@pytest.mark.parametrize("noise", [Noise.RELATIVE, Noise.VARIABLES])
def test_it_scales_with_the_value(noise, factor):
    one, other = (noise_size(plus(term(c, (0, 2), (1, -1))), X, noise=noise) for c in (1.0, factor))
    assert other == pytest.approx(one * factor, rel=1e-12)


def test_an_input_of_zero_has_no_error():
    root = plus(term(1.0, (0, 0.5)), term(1.0, (1, 1)))
    assert noise_size(root, np.array([[0.0, 3.0]]), noise=Noise.VARIABLES) == pytest.approx(18**0.5)


@pytest.mark.parametrize("noise", [Noise.RELATIVE, Noise.VARIABLES])
def test_where_the_formula_has_no_value_it_has_none(noise):
    pole = plus(term(1.0, (0, -1)))
    assert np.isnan(noise_size(pole, np.zeros((1, 1)), noise=noise)).all()


@pytest.mark.thorough
@pytest.mark.parametrize("law", [lambda x: 3 / (x - 2.3), lambda x: 5 / (4.2 - x**2)])
def test_a_law_on_both_sides_of_its_pole_with_relative_errors_is_a_law(law):
    random = np.random.default_rng(0)
    x = random.uniform(0.2, 5, 300)
    y = law(x) * (1 + 0.01 * random.standard_normal(300))
    model = SymbolicRegressor(max_time=60, random_state=0).fit(x[:, None], y)
    assert model.verdict_ is Verdict.LAW
