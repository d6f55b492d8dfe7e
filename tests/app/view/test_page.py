from nalm.app._work._events import Failed
from tests.app.view.conftest import by_label, texts

LINE = "x,y\n1,3\n2,6\n4,12\n"


def test_without_a_file_there_is_nothing_to_press(page):
    assert not page.exception
    assert [each.label for each in page.button] == []


def test_what_was_chosen_is_asked(dropped, jobs):
    page = dropped(LINE)
    page.button("search").click().run()
    assert not page.exception
    [job] = jobs
    assert (job.question.request.target, job.question.request.inputs) == ("y", ("x",))
    assert job.question.request.data.name == "table.csv"
    assert page.button("search").disabled


def test_choices_that_cannot_work_are_said_and_kept(dropped, jobs):
    page = dropped(LINE)
    by_label(page.radio, "Search").set_value("form").run()
    by_label(page.text_input, "Equation").set_value("y = k*x").run()
    by_label(page.text_input, "Where constants begin").set_value("k").run()
    page.button("search").click().run()
    assert "“Where constants begin”" in texts(page.error)
    assert by_label(page.text_input, "Equation").value == "y = k*x"
    assert jobs == []


def test_after_a_failure_another_search_can_begin(dropped, jobs):
    page = dropped(LINE)
    page.button("search").click().run()
    jobs[0].fail(Failed(message="expected y, found none"))
    page.run()
    assert "expected y, found none" in texts(page.error)
    page.button("search").click().run()
    assert len(jobs) == 2
