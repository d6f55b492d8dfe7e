import pytest

from nalm.app._desks import Desks


@pytest.fixture
def there():
    return set()


@pytest.fixture
def desks(there):
    kept = Desks(there.__contains__, most=3)
    yield kept
    kept.close()


def used(desks, visitor):
    name, desk = desks.visit(None, visitor=visitor)
    desk.keep("a.csv", b"x")
    return name


def is_kept(desks, name):
    return desks.visit(name, visitor="later")[0] == name


def test_a_name_finds_its_desk_and_no_other(desks):
    name, desk = desks.visit(None, visitor="a")
    other, apart = desks.visit(None, visitor="b")
    assert desks.visit(name, visitor="c") == (name, desk)
    assert other != name
    assert apart.folder != desk.folder
    assert len(name) >= 20


def test_a_name_that_was_not_given_is_not_taken(desks):
    assert desks.visit("guessed", visitor="a")[0] != "guessed"


def test_no_more_than_the_most_are_kept(desks):
    first, desk = desks.visit(None, visitor="0")
    desk.keep("a.csv", b"x")
    names = [used(desks, str(k)) for k in range(1, 4)]
    assert not desk.folder.exists()
    assert not is_kept(desks, first)
    assert is_kept(desks, names[-1])


def test_what_somebody_looks_at_is_kept_longest(desks, there):
    there.add("0")
    first = used(desks, "0")
    for k in range(1, 6):
        used(desks, str(k))
    assert is_kept(desks, first)


def test_pages_on_which_nothing_was_done_make_way_first(desks):
    first = used(desks, "0")
    for k in range(1, 6):
        desks.visit(None, visitor=str(k))
    assert is_kept(desks, first)


def test_what_nobody_visits_grows_old(there):
    desks = Desks(there.__contains__, age=-1.0)
    there.add("b")
    old, open_ = used(desks, "a"), used(desks, "b")
    desks.visit(None, visitor="c")
    assert is_kept(desks, open_)
    assert not is_kept(desks, old)
    desks.close()
