import numpy as np
import pytest
import torch
from torch.func import vmap
from torch.fx.experimental.proxy_tensor import make_fx

from nalm.compilation.passes._program import compile_program
from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.tasks import Points
from nalm.training._spec import describe, numbers
from tests._tiers import thorough

POINTS = Points(values=((1.0, 0.1), (-2.0, 0.2), (0.0, 1e9)))
RANDOM = np.random.RandomState(0)


def nothing(points, *, runs=None, batch=None, inputs=None, dtype=torch.float32):
    shape = (0, inputs or len(points.values[0]), batch or len(points.values))
    return torch.rand(shape if runs is None else (runs, *shape), dtype=dtype)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_a_batch_is_the_list(dtype):
    x = POINTS.sample(nothing(POINTS, dtype=dtype))
    assert x.dtype == dtype
    assert torch.equal(x.T, torch.tensor(POINTS.values, dtype=dtype))
    assert POINTS.uniforms == 0


@pytest.mark.parametrize("dtype", [torch.float32, thorough(torch.float64)])
def test_a_cohort_can_be_traced(dtype):
    uniforms = nothing(POINTS, runs=3, dtype=dtype)
    graph = make_fx(vmap(lambda u: 2 * POINTS.sample(u)))(uniforms)
    assert torch.equal(graph(uniforms), 2 * POINTS.sample(uniforms[0]).expand(3, -1, -1))


@pytest.mark.thorough
@pytest.mark.compile
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_a_cohort_can_be_compiled(dtype):
    def doubled(uniforms):
        return vmap(lambda u: 2 * POINTS.sample(u))(uniforms)

    uniforms = nothing(POINTS, runs=3, dtype=dtype)
    program = compile_program(doubled, [uniforms], identity=("doubled points", dtype))
    assert torch.equal(program(uniforms), doubled(uniforms))


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 10])
def test_a_set_repeats_the_list_or_ends_early(rows):
    x = POINTS.draw(RANDOM, (rows, 2))
    assert x.shape == (rows, 2)
    assert x.dtype == np.float64
    for k, row in enumerate(x):
        assert tuple(row) == POINTS.values[k % 3]


@pytest.mark.parametrize(
    ("start", "stop", "step", "count"),
    [(-5, 5, 0.1, 101), (0.1, 2, 0.1, 20), (-20, 20, 1, 41), (3, 3, 0.5, 1)],
)
def test_a_grid_has_both_ends(start, stop, step, count):
    x = np.array(Points.grid(start, stop, step=step).values)
    assert x.shape == (count, 1)
    assert (x[0, 0], x[-1, 0]) == (start, stop)
    np.testing.assert_allclose(np.diff(x[:, 0]), step, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(("start", "stop", "step"), [(0, 1, 0.3), (1, 0, 0.1)])
def test_a_grid_ends_at_its_end(start, stop, step):
    with pytest.raises(InvalidValueError, match="whole number of steps"):
        Points.grid(start, stop, step=step)


def test_another_batch_size_is_refused():
    with pytest.raises(InvalidValueError, match=r"batch_size should be 3, .* found 5"):
        POINTS.sample(nothing(POINTS, batch=5))


def test_another_number_of_inputs_is_refused():
    with pytest.raises(InvalidValueError, match="one number per input"):
        POINTS.sample(nothing(POINTS, inputs=3))
    with pytest.raises(InvalidValueError, match="one number per input"):
        POINTS.draw(RANDOM, (4, 1))


@pytest.mark.parametrize("values", [(), ((),), ((1.0,), (1.0, 2.0)), ((np.nan,),)])
def test_what_is_no_list_of_vectors_is_refused(values):
    with pytest.raises(InvalidValueError, match="values should"):
        Points(values=values)


def test_words_are_refused():
    with pytest.raises(InvalidTypeError, match="values should be a number"):
        Points(values=(("x",),))


def test_the_vectors_are_structure():
    assert numbers(POINTS) == []
    assert describe(Points(values=((1, 2),))) == describe(Points(values=((1.0, 2.0),)))
    assert hash(POINTS) == hash(Points(values=POINTS.values))


def test_text():
    assert str(Points(values=((100, 0.01, 0),))) == "(100, 0.01, 0)"
    assert str(Points(values=((1, 2), (3, 4)))) == "2 points (1, 2)..(3, 4)"
    assert str(Points.grid(-5, 5, step=0.1)) == "101 points -5..5"
