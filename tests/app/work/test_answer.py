import json

from nalm.app._work._answer import Answer


def test_downloads_are_called_as_the_data(tmp_path):
    (tmp_path / "answer.json").write_text(json.dumps({"name": "a b.csv", "targets": []}))
    (tmp_path / "page.html").write_bytes(b"page")
    (tmp_path / "law.py").write_bytes(b"code")
    downloads = Answer.read(tmp_path).downloads()
    assert downloads == {
        "Report (HTML)": ("a b-page.html", b"page"),
        "Python": ("a b-law.py", b"code"),
    }
