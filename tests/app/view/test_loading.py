import pytest

from tests.app.view.conftest import by_label, texts


def test_the_table_and_what_was_guessed_are_shown(dropped):
    page = dropped("länge;b\nm;s\n1,5;2\n2,5;3\n".encode("latin-1"))
    assert not page.exception
    assert "units: m, s" in texts(page.info).replace("\\", "")
    assert "cp1252" in texts(page.info)
    assert list(page.dataframe[0].value.columns) == ["länge", "b"]
    assert "2 rows, 2 columns." in texts(page.markdown)


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        ("", "empty.csv", "empty file"),
        (b"\0\1\2\3" * 40, "binary.csv", "bytes of 0"),
        (b"%PDF-1.4", "paper.pdf", "a PDF"),
        ("a,b\n", "header.csv", "rows below the header"),
        ("1,2\n3,4\n", "bare.csv", "“Names of the columns”"),
    ],
)
def test_a_wrong_file_is_said_without_the_folder_it_lies_in(dropped, content, name, message):
    page = dropped(content, name)
    assert not page.exception
    said = texts(page.error).replace("\\", "")
    assert message in said
    assert name in said
    assert "nalm-app-" not in said
    assert [each.label for each in page.button] == []


def test_names_can_be_said_where_there_are_none(dropped):
    page = dropped("1,2\n3,4\n")
    by_label(page.text_input, "Names of the columns").set_value("a, b").run()
    assert not page.error
    assert by_label(page.selectbox, "What to explain").value == "b"


def test_an_example_brings_its_question(page):
    by_label(page.selectbox, "Or try an example").select_index(0).run()
    assert not page.exception
    assert by_label(page.selectbox, "What to explain").value == "period_years"
    assert by_label(page.multiselect, "Explain it by").value == ["semi_major_axis_au"]


def test_units_and_gaps_are_said(dropped):
    page = dropped("v (m/s),y\n1,2\nNA,3\n")
    said = texts(page.caption).replace("\\", "")
    assert "Units of the file: v in m/s." in said
    assert "Missing values: 1 in v." in said


def test_a_table_without_numbers_is_said(dropped):
    assert "No column holds numbers" in texts(dropped("a,b\nx,y\nz,w\n").caption)


def test_a_file_of_before_can_be_put_away(dropped, again):
    page = again(dropped("a,b\n1,2\n2,4\n", "a*b.csv"))
    assert r"a\*b.csv is still here" in texts(page.caption)
    page.button("put away").click().run()
    assert by_label(page.selectbox, "Or try an example").disabled is False
    assert not page.dataframe


def test_another_file_takes_the_place_of_the_one_before(dropped, again):
    page = again(dropped("a,b\n1,2\n2,4\n"))
    page.file_uploader("file").set_value(("c.csv", b"c,d\n1,2\n2,4\n", "text/csv")).run()
    assert list(page.dataframe[0].value.columns) == ["c", "d"]
    assert "still here" not in texts(page.caption)
