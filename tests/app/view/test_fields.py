from tests.app.view.conftest import by_label

TABLE = "x,y\n1,3\n2,6\n4,12\n"


def test_fields_are_recalled_without_a_word_of_their_proposals(dropped, again):
    page = dropped(TABLE)
    by_label(page.multiselect, "Functions").set_value(["tan"]).run()
    by_label(page.selectbox, "Noise").set_value("relative").run()
    by_label(page.selectbox, "Group").set_value("x").run()
    page = again(page)
    assert not page.exception
    assert not page.warning
    assert by_label(page.multiselect, "Functions").value == ["tan"]
    assert by_label(page.selectbox, "Noise").value == "relative"
    assert by_label(page.selectbox, "Group").value == "x"


def test_what_was_emptied_stays_empty(dropped, again):
    page = dropped(TABLE)
    by_label(page.multiselect, "Explain it by").set_value([]).run()
    assert by_label(again(page).multiselect, "Explain it by").value == []
