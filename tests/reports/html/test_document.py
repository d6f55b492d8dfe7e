import base64
import hashlib
import re
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise

from nalm.reports.html import Absence, Document, make_chapter, render
from tests.reports.examples import curve_report
from tests.reports.html.examples import chapter

VOID = {"meta", "link", "input", "br", "img", "hr"}
HOSTILE = '<script>alert(1)</script>" onload=alert(1) & {{ 7 * 7 }}'


class Outline(HTMLParser):
    """Collect elements, and notice what is opened but not closed."""

    def __init__(self, text):
        super().__init__()
        self.elements, self._open = [], []
        self.feed(text)
        assert not self._open

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


def page(*chapters, title="Laboratory", absences=()):
    return render(Document(title=title, chapters=chapters, absences=absences)).decode()


@cache
def laboratory():
    gone = Absence(name="a/b", title="Gone", reason="not trained yet", command="nalm run a/b")
    return page(chapter(), make_chapter(curve_report()), chapter(name="p/w"), absences=(gone,))


def test_the_page_is_well_formed_and_every_link_leads_somewhere():
    outline = Outline(laboratory())
    names = [attributes["id"] for _, attributes in outline.elements if "id" in attributes]
    assert len(names) == len(set(names))
    links = [a["href"] for a in outline.all("a")]
    assert links
    assert all(link.removeprefix("#") in names for link in links)
    for attribute in ("aria-labelledby", "for"):
        for _, attributes in outline.elements:
            assert attributes.get(attribute, names[0]) in names


def test_nothing_is_fetched():
    outline = Outline(laboratory())
    policy = next(m["content"] for m in outline.all("meta") if "http-equiv" in m)
    assert policy.startswith("default-src 'none'")
    for _, attributes in outline.elements:
        for name in ("src", "href", "xlink:href", "action", "srcset"):
            assert attributes.get(name, "#").startswith(("#", "data:"))


def test_only_the_packaged_script_may_run():
    text = page(chapter())
    (script,) = re.findall(r"<script>(.*?)</script>", text, flags=re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in text


def test_tables_have_captions_and_headings_descend():
    outline = Outline(laboratory())
    assert len(outline.all("caption")) == len(outline.all("table"))
    levels = [int(tag[1]) for tag, _ in outline.elements if re.fullmatch(r"h\d", tag)]
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))


def test_a_single_chapter_needs_no_contents():
    text = page(chapter(), title="")
    assert Outline(text).all("nav") == []
    assert "<h1 id=" in text


def test_what_a_report_says_is_shown_and_never_run():
    texts = {"title": HOSTILE, "source": HOSTILE, "note": HOSTILE}
    gone = Absence(name=HOSTILE, title=HOSTILE, reason=HOSTILE, command=HOSTILE)
    for text in (page(chapter(**texts), absences=(gone,)), page(chapter(**texts), title="")):
        outline = Outline(text)
        assert len(outline.all("script")) == 2  # the data and the page's own
        assert not any("onload" in attributes for _, attributes in outline.elements)
        assert "&lt;script&gt;alert(1)" in text
        assert "{{ 7 * 7 }}" in text


def test_without_scripts_the_numbers_are_there():
    text = page(chapter())
    assert "(0.55–0.95)" in text
    assert "agrees" in text
    assert "<noscript>" in text


def test_what_is_missing_is_listed_with_its_command():
    text = laboratory()
    assert "Not shown (1)" in text
    assert "<code>nalm run a/b</code>" in text
    assert "missing" not in Outline(page(chapter())).all("section")[0]


def test_a_run_that_two_chapters_share_counts_once():
    document = Document(title="L", chapters=(chapter(), chapter(name="p/w")))
    assert document.stored == 12  # keys differ by seed only
    assert document.seconds == 6.0
    assert (document.agreeing, document.compared) == (1, 2)  # two of four are of three runs


def test_equal_documents_give_equal_bytes():
    assert laboratory.__wrapped__() == laboratory()
