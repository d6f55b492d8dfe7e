import pytest
import sympy
import torch
from sklearn.exceptions import NotFittedError

from nalm.errors import InvalidValueError, UnknownNameError
from nalm.symbolic import register_exporter
from tests.discovery.estimator._fitted import ONE, TWO, Fitted

M, V = sympy.symbols("m v", real=True)
X = torch.tensor([[3.0, 4.0], [1.0, 2.0]], dtype=torch.float64)


def test_any_candidate_in_sympy():
    assert float(ONE.sympy().subs({M: 3, V: 4})) == 24.0
    assert float(ONE.sympy(0)) == 1.5
    assert float(TWO.sympy(output=1).subs({V: 4})) == 8.0
    assert TWO.sympy(output="p") == TWO.sympy(output=1)


def test_several_outputs_in_sympy_are_a_list():
    assert TWO.sympy() == [TWO.sympy(output=0), TWO.sympy(output=1)]
    assert TWO.sympy([0, None]) == [ONE.sympy(0), TWO.sympy(output=1)]
    assert TWO.sympy(0) == [ONE.sympy(0), TWO.sympy(output=1)]


def test_any_candidate_in_latex():
    assert ONE.latex().startswith("E = ")
    assert ONE.latex(0) == "E = 1.5"
    assert TWO.latex(output="p").startswith("p = ")


def test_several_outputs_in_latex_are_one_text():
    text = TWO.latex(index=[0, 0])
    assert text.startswith("\\begin{aligned}\nE &= 1.5 \\\\\np &= ")
    assert text.endswith("\n\\end{aligned}")


def test_any_candidate_in_pytorch():
    assert ONE.to_torch(output=0)(X).tolist() == [24.0, 2.0]
    assert ONE.to_torch(0, 0)(X).tolist() == [1.5, 1.5]
    assert TWO.to_torch(output="p")(X).tolist() == [8.0, 4.0]
    assert TWO.to_torch()(X).tolist() == [[24.0, 8.0], [2.0, 4.0]]
    assert TWO.to_torch([0, None])(X).tolist() == [[1.5, 8.0], [1.5, 4.0]]


def test_any_candidate_in_a_language_that_is_registered(registries):
    register_exporter("sides", lambda equation: f"{equation.target}: {equation.names}, {equation}")
    assert ONE.export("sides") == "E: ('m', 'v'), E = 0.5*m*v^2"
    assert ONE.export("text", index=0) == "E = 1.5"
    assert TWO.export("text", index=[0, None]) == ["E = 1.5", "p = 2*v"]
    assert TWO.export("latex", output="p") == "p = 2 v"
    with pytest.raises(UnknownNameError, match="no exporter 'cobol'"):
        ONE.export("cobol")
    with pytest.raises(InvalidValueError, match="`output`"):
        ONE.export("text", output=1)


def test_any_candidate_as_code():
    names = {}
    exec(compile(TWO.to_code("python"), "both", "exec"), names)
    energy, momentum = names["equations"](*X.T.numpy())
    assert energy.tolist() == [24.0, 2.0]
    assert momentum.tolist() == [8.0, 4.0]
    assert ONE.to_code("c") == ONE.export("c") == TWO.to_code("c", output="E")
    assert "1.5" in ONE.to_code("julia", 0)
    assert [each.count("function") for each in TWO.export("julia")] == [1, 1]
    with pytest.raises(UnknownNameError, match="one of python, c"):
        ONE.to_code("cobol")
    with pytest.raises(InvalidValueError, match="`output`"):
        ONE.to_code("c", output=1)
    with pytest.raises(NotFittedError):
        Fitted.__new__(Fitted).to_code("c")


@pytest.mark.parametrize("method", ["sympy", "latex", "to_torch"])
def test_a_candidate_that_there_is_not(method):
    with pytest.raises(InvalidValueError, match="`index` must be"):
        getattr(ONE, method)(2)
    with pytest.raises(InvalidValueError, match="`index` must be"):
        getattr(TWO, method)([0, 0], output=0)
    for output in (1, -1, "q", True):
        with pytest.raises(InvalidValueError, match=r"`output` must be .* found"):
            getattr(ONE, method)(None, output)


@pytest.mark.parametrize("method", ["sympy", "latex", "to_torch"])
def test_nothing_before_the_fit(method):
    with pytest.raises(NotFittedError):
        getattr(Fitted.__new__(Fitted), method)()
