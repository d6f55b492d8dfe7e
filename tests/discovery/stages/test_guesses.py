from nalm.discovery import Guesses, Noise
from nalm.discovery.scoring._pool import Pool
from nalm.symbolic import same_form
from tests.discovery._laws import formula, split, table, term
from tests.discovery._stages import run, state_of

LAW = formula(term(1.0, (0, 1), (1, -2)))


def begun(*guesses):
    data = table(lambda a, b: 3 * a / b**2, [(1, 3)] * 2)
    return state_of(Pool(*split(data), noises=(Noise.CONSTANT,)), guesses=guesses)


def test_guesses_are_judged_until_one_is_exact():
    line, other = formula(term(1.0), term(1.0, (0, 1))), formula(term(1.0, (0, 7)))
    state = begun(line, LAW, other)
    assert run(Guesses(), state) == 2
    assert same_form(state.pool.best().fit.formula, LAW)


def test_without_a_guess_it_is_not_due():
    assert not Guesses().due(begun())
    assert Guesses().due(begun(LAW))
