import pytest

from nalm.symbolic import read_form


@pytest.mark.parametrize(
    ("text", "linear"),
    [
        ("a*exp(-b*x) + c", "ac"), ("(a + b*x)/(1 + c*x)", "ab"), ("a*b*x", "a"),
        ("a*(b + c*x)", "a"), ("(a + b*x)*c", "ab"), ("a*x + a^2", ""), ("x/(a + b*x)", ""),
        ("a^1*x", "a"), ("exp(a)*b", "b"),
    ],
)  # fmt: skip
def test_linear_constants_are_so_together(text, linear):
    form = read_form(text, ["x"])
    assert "".join(form.constants[k] for k in form.linear) == linear
