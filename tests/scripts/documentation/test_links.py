from pathlib import Path

import pytest
from documentation import links

ROOT = Path(__file__).parents[3]


@pytest.fixture
def repository(tmp_path):
    for name, text in {
        "docs/page.md": "[a](other.md) [b](../README.md#more) "
        "[`c`](../tools/run.py) [d](../data)\n",
        "docs/other.md": "[site](https://example.org)\n",
        "README.md": "[back](docs/page.md)\n[Why]: NOTES.md\n",
        "NOTES.md": "nothing\n",
        "tools/run.py": "print(1)\n",
        "data/table.csv": "a\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_what_pages_link_to_is_found_with_what_that_links_to(repository):
    pages = ["docs/page.md", "docs/other.md"]
    assert links.linked_outside(repository, pages) == [
        *("NOTES.md", "README.md", "data", "tools/run.py")
    ]


def test_links_outside_lead_to_pages_of_the_site_and_others_stay(repository):
    text = (repository / "docs/page.md").read_text("utf-8")
    assert links.in_site(repository, text, page="docs/page.md") == (
        "[a](other.md) [b](repository/about.md#more) "
        "[`c`](repository/tools/run.py.md) [d](repository/data/index.md)\n"
    )


def test_a_page_from_outside_links_back(repository):
    assert links.shown(repository, "README.md") == "[back](../page.md)\n[Why]: NOTES.md\n"


def test_code_is_shown_and_a_folder_listed(repository):
    assert "``````python\nprint(1)\n``````" in links.shown(repository, "tools/run.py")
    assert "- `table.csv`" in links.shown(repository, "data")
    assert links.shown(repository, "data/table.csv") is None


@pytest.mark.parametrize(
    "code", ["`[a](b.md)`", "```\n[a](b.md)\n```", "  ```\n  [a](b.md)\n  ```"]
)
def test_code_has_no_links(code):
    assert links.targets(code) == []


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("I want to add a …", "i-want-to-add-a-"),
        ("Use `express`, once", "use-express-once"),
        ("A cohort's steps keep JᵀJ", "a-cohorts-steps-keep-jᵀj"),
    ],
)
def test_anchors_are_those_of_a_repository_browser(heading, anchor):
    assert links.slug(heading, "-") == anchor


def test_everything_that_the_documentation_links_to_exists():
    pages = [str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md")]
    found = links.linked_outside(ROOT, pages)
    assert {"README.md", "CONTRIBUTING.md", "CHANGELOG.md"} <= set(found)
