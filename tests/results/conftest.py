import pytest

from nalm.results import Store


@pytest.fixture
def path(tmp_path):
    return tmp_path / "runs.db"


@pytest.fixture
def store(path):
    with Store(path) as store:
        yield store
