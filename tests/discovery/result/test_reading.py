import numpy as np
import pytest

from nalm.discovery.result._reading import Reader
from nalm.errors import StoreError
from nalm.symbolic import to_json
from tests.discovery._discoveries import power_law


def reader(value):
    return Reader(value, "law.json", "part")


@pytest.mark.parametrize(
    ("method", "value", "result"),
    [
        ("string", "a", "a"),
        ("strings", ["a", "b"], ("a", "b")),
        ("boolean", False, False),
        ("integer", 3, 3),
        ("number", 3, 3.0),
        ("number", 0.1, 0.1),
        ("number", "inf", float("inf")),
        ("number", "-inf", float("-inf")),
        ("numbers", [1, 2.5], (1.0, 2.5)),
    ],
)
def test_what_is_right_is_returned(method, value, result):
    assert getattr(reader(value), method)() == result


def test_a_matrix():
    assert (reader([[1, 2], [3, "inf"]]).square() == np.array([[1, 2], [3, np.inf]])).all()
    assert reader([]).square().shape == (0, 0)


def test_not_a_number_is_a_string():
    assert np.isnan(reader("nan").number())


@pytest.mark.parametrize(
    ("method", "value", "expected"),
    [
        ("string", 1, "a string"),
        ("strings", "ab", "a list"),
        ("strings", ["a", 1], "a string"),
        ("boolean", 1, "true or false"),
        ("boolean", None, "true or false"),
        ("integer", 1.0, "a whole number"),
        ("integer", True, "a whole number"),
        ("integer", -1, "a whole number"),
        ("number", "1", "a number"),
        ("number", True, "a number"),
        ("number", None, "a number"),
        ("number", [1], "a number"),
        ("number", float("nan"), "a number of 64 bits"),
        ("number", 10**400, "a number of 64 bits"),
        ("mapping", [], "an object"),
        ("square", [[1, 2]], "a square matrix"),
        ("square", [[1], [2]], "a square matrix"),
        ("square", [1], "a list"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(method, value, expected):
    with pytest.raises(StoreError) as error:
        getattr(reader(value), method)()
    assert f"of `law.json` must be {expected}" in str(error.value)
    assert "`part" in str(error.value)


def test_the_place_is_followed_into_the_document():
    document = Reader({"a": {"b": [1, {"c": "text"}]}}, "law.json", "")
    (_, inner) = document["a"]["b"].items()
    with pytest.raises(StoreError, match=r"`a.b\[1\].c` of `law.json` must be a number"):
        inner["c"].number()
    with pytest.raises(StoreError, match=r"must have `a.b\[1\].d`"):
        inner["d"].number()


@pytest.mark.parametrize("value", [2, None, [], True, "1"])
def test_one_of_some_values(value):
    assert reader(1).one_of((1,)) == 1
    with pytest.raises(StoreError, match="must be 1; found"):
        reader(value).one_of((1,))


def test_long_values_are_shortened():
    with pytest.raises(StoreError) as error:
        reader("a" * 10_000).number()
    assert len(str(error.value)) < 300


def test_a_formula_has_inputs_that_exist():
    document = to_json(power_law(2.0, {0: 1.0, 2: -1.0}))
    assert reader(document).formula(3) == power_law(2.0, {0: 1.0, 2: -1.0})
    with pytest.raises(StoreError, match="a formula of inputs below 2"):
        reader(document).formula(2)
    with pytest.raises(StoreError, match=r"`part` of `law.json` is no formula"):
        reader("x0 * 2").formula(3)
