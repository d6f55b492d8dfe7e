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


def test_a_search_that_lacks_something_cannot_begin_and_says_why(dropped):
    page = dropped("name,x,y\na,1,3\nb,2,6\nc,4,12\n")
    by_label(page.selectbox, "What to explain").set_value("name").run()
    assert page.button("search").disabled
    assert "“What to explain” is name, which holds text" in texts(page.caption)
    by_label(page.selectbox, "What to explain").set_value("y").run()
    assert not page.button("search").disabled
    assert "What to explain" not in texts(page.caption)
    by_label(page.radio, "Search").set_value("motion").run()
    assert page.button("search").disabled
    assert "Nothing stands under “Time”" in texts(page.caption)
    by_label(page.selectbox, "Time").set_value("x").run()
    assert not page.button("search").disabled


def test_after_a_failure_another_search_can_begin(dropped, jobs):
    page = dropped(LINE)
    page.button("search").click().run()
    jobs[0].fail(Failed(message="expected y, found none"))
    page.run()
    assert "expected y, found none" in texts(page.error)
    page.button("search").click().run()
    assert len(jobs) == 2


def test_a_reload_keeps_file_choices_and_search(dropped, jobs, again):
    page = dropped(LINE)
    by_label(page.selectbox, "What to explain").set_value("x").run()
    by_label(page.number_input, "Seconds to search at most").set_value(7).run()
    page.button("search").click().run()
    page = again(page)
    assert not page.exception
    assert by_label(page.selectbox, "What to explain").value == "x"
    assert by_label(page.number_input, "Seconds to search at most").value == 7
    page.button("stop").click().run()
    assert jobs[0].state.stopping


def test_a_reload_keeps_the_answer(dropped, jobs, again):
    page = dropped(LINE)
    page.button("search").click().run()
    jobs[0].fail(Failed(message="expected y, found none"))
    assert "expected y, found none" in texts(again(page.run()).error)


def test_a_reload_keeps_an_example_and_its_choices(page, again):
    by_label(page.selectbox, "Or try an example").select_index(1).run()
    by_label(page.radio, "Search").set_value("motion").run()
    page = again(page)
    assert by_label(page.selectbox, "Or try an example").value.startswith("Boyle")
    assert by_label(page.radio, "Search").value == "motion"


def test_two_tabs_have_nothing_in_common(dropped, jobs, again):
    page = dropped(LINE)
    page.button("search").click().run()
    other = again(page, "")
    assert other.query_params["work"] != page.query_params["work"]
    assert [each.label for each in other.button] == []


def test_an_address_that_is_not_known_begins_anew_and_says_so(page, again):
    other = again(page, "guessed")
    assert "gone" in texts(other.info)
    assert other.query_params["work"] != ["guessed"]
    assert "gone" not in texts(other.run().info)


def test_a_change_of_the_address_in_between_changes_nothing(dropped, jobs):
    page = dropped(LINE)
    address = page.query_params["work"]
    del page.query_params["work"]
    page.run()
    assert page.query_params["work"] == address
    assert page.button("search")
