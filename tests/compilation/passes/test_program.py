import warnings

import pytest
import torch

from nalm.compilation.passes import _program
from nalm.compilation.passes._program import Layout, can_compile, compile_program
from nalm.errors import CompilationError

CPU = torch.device("cpu")


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """Give each test a cache of its own."""
    monkeypatch.setattr(_program, "_CACHE", {})


@pytest.mark.thorough
@pytest.mark.compile
@pytest.mark.parametrize("layout", [None, Layout(runs=7, inputs=1, batch=1)], ids=str)
def test_compiled_equals_eager(layout):
    x = torch.linspace(0, 1, 7)
    program = compile_program(lambda x: torch.sin(x) * 3, [x], identity="work", layout=layout)
    torch.testing.assert_close(program(x + 1), torch.sin(x + 1) * 3)


def test_what_cannot_be_compiled_is_not_kept(monkeypatch):
    def fail(*_, **__):
        raise CompilationError("missing")

    monkeypatch.setattr(_program, "compile_graph", fail)
    with pytest.raises(CompilationError, match="missing"):
        compile_program(lambda x: x + 1, [torch.ones(2)], identity="missing")
    assert not _program._CACHE


def test_a_program_is_used_again_for_the_same_function_and_shapes(monkeypatch):
    monkeypatch.setattr(_program, "compile_graph", lambda *_, **__: object())

    def program(identity="a", size=2, **options):
        example = [torch.ones(size, dtype=options.pop("dtype", torch.float32))]
        return compile_program(lambda x: x + 1, example, identity=identity, **options)

    first = program()
    assert program() is first
    others = [
        program("b"),
        program(size=3),
        program(dtype=torch.float64),
        program(layout=Layout(runs=2, inputs=1, batch=1)),
    ]
    assert len({id(each) for each in (first, *others)}) == 5


def test_the_oldest_program_is_dropped(monkeypatch):
    monkeypatch.setattr(_program, "compile_graph", lambda *_, **__: object())
    for identity in range(_program.CACHE_SIZE + 3):
        compile_program(lambda x: x + 1, [torch.ones(2)], identity=identity)
    assert [key[0] for key in _program._CACHE] == list(range(3, _program.CACHE_SIZE + 3))


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_any_compiler_will_do(monkeypatch, compiler):
    monkeypatch.setattr("shutil.which", lambda name: name if name == compiler else None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert can_compile(CPU)


def test_without_a_compiler_there_is_a_warning_on_the_cpu_alone(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.warns(UserWarning, match=r"no C\+\+ compiler .* compile=False"):
        assert not can_compile(CPU)
    assert can_compile(torch.device("cuda"))


@pytest.mark.parametrize(("runs", "small"), [(1, True), (127, True), (128, False), (1000, False)])
def test_one_thread_is_enough_for_a_small_step(runs, small):
    assert Layout(runs=runs, inputs=4, batch=32).is_small == small
