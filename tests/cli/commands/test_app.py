from nalm import app
from tests.cli.examples import nalm


def test_the_options_reach_the_server(monkeypatch):
    asked = {}
    monkeypatch.setattr(app, "launch", asked.update)
    assert nalm("app", "--port", "9000", "--no-browser", "--max-upload", "7").code == 0
    assert asked == {"port": 9000, "browser": False, "largest": 7}


def test_help_says_what_stays_where():
    outcome = nalm("app", "--help")
    assert outcome.code == 0
    assert "nothing leaves it" in " ".join(outcome.out.split())
    assert "\\b" not in outcome.out
