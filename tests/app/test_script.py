from streamlit.testing.v1 import AppTest

from tests.app.view.conftest import SCRIPT


def test_the_script_draws_the_page():
    page = AppTest.from_file(SCRIPT, default_timeout=60).run()
    assert not page.exception
    assert page.title[0].value == "From a table to its law"
