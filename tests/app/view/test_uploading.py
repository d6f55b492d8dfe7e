import pytest
from streamlit import config

from tests.app.view.conftest import by_label, texts

SMALL = "x,y\n1,3\n2,6\n4,12\n"
LARGE = "x,y\n" + "1,2\n" * 300_000


@pytest.fixture
def one_megabyte():
    before = config.get_option("server.maxUploadSize")
    config.set_option("server.maxUploadSize", 4)
    yield
    config.set_option("server.maxUploadSize", before)


@pytest.fixture
def narrow(one_megabyte, dropped):
    return dropped


def test_a_file_that_is_too_large_is_said_with_what_to_do(narrow):
    page = narrow(LARGE, "big*.csv")
    assert not page.exception
    said = texts(page.error).replace("\\", "")
    assert said.startswith("big*.csv: expected a file of at most 1 MB, found 1.2 MB.")
    assert "nalm discover FILE" in said
    assert "nalm app --max-upload MB" in said
    assert [each.label for each in page.button] == []
    assert by_label(page.selectbox, "Or try an example").disabled is False


def test_it_takes_the_place_of_the_one_before_and_makes_way_for_the_next(narrow):
    narrow(SMALL)
    page = narrow(LARGE)
    assert not page.dataframe
    page = narrow(SMALL)
    assert not page.error
    assert list(page.dataframe[0].value.columns) == ["x", "y"]


def test_the_label_names_the_limit(narrow):
    page = narrow(SMALL)
    assert page.file_uploader("file").label == "Your table or saved model, at most 1 MB"


def test_other_rows_have_the_same_limit_and_their_own_command(narrow, jobs):
    page = narrow(SMALL)
    page.button("search").click().run()
    jobs[0].finish()
    page.run()
    [rows] = [each for each in page.file_uploader if each.label.startswith("Other rows")]
    rows.set_value(("rows.csv", LARGE.encode(), "text/csv")).run()
    assert "nalm predict FILE" in texts(page.error)
