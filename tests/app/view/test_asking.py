from tests.app.view.conftest import by_label

TABLE = "name,time,v (m/s),w\n" + "".join(f"{'ab'[k % 2]},{k},{k},{k + 1}\n" for k in range(8))


def asked(page, jobs):
    page.button("search").click().run()
    assert not page.exception
    assert not page.error
    jobs[-1].end()
    page.run()
    return jobs[-1].question


def test_numbers_explain_the_last_of_them(dropped, jobs):
    question = asked(dropped(TABLE), jobs)
    assert question.request.target == "w"
    assert question.request.inputs == ("time", "v")
    assert question.effort.functions is None


def test_a_group_and_weights_do_not_explain(dropped, jobs):
    page = dropped(TABLE)
    by_label(page.selectbox, "Group").set_value("name").run()
    by_label(page.selectbox, "Weights").set_value("v").run()
    request = asked(page, jobs).request
    assert (request.group, request.weights, request.inputs) == ("name", "v", ("time",))


def test_equations_of_motion_take_the_column_that_looks_like_time(dropped, jobs):
    page = dropped(TABLE)
    by_label(page.radio, "Search").set_value("motion").run()
    by_label(page.selectbox, "Trajectory").set_value("name").run()
    request = asked(page, jobs).request
    assert (request.time, request.inputs, request.trajectory) == ("time", ("v", "w"), "name")
    assert request.conserved == ()
    by_label(page.multiselect, "Their sum is constant").set_value(["v", "w"]).run()
    assert asked(page, jobs).request.conserved == (("v", "w"),)


def test_units_come_from_the_file_or_from_the_user(dropped, jobs):
    page = dropped(TABLE)
    units = by_label(page.radio, "Units")
    units.set_value("header").run()
    assert asked(page, jobs).request.units == "auto"
    by_label(page.radio, "Units").set_value("typed").run()
    by_label(page.text_input, "Unit of w").set_value("m").run()
    assert asked(page, jobs).request.units.read_text().splitlines()[1:] == ["v,m/s", "w,m"]


def test_what_is_known_is_one_fact_on_a_line(dropped, jobs):
    page = dropped(TABLE)
    by_label(page.text_area, "What is known of the law").set_value(" w >= 0\n\nincreasing in v ")
    assert asked(page, jobs).effort.constraints == ("w >= 0", "increasing in v")
    by_label(page.radio, "Search").set_value("motion").run()
    assert asked(page, jobs).effort.constraints == ()  # equations of motion have none


def test_effort_is_bounded_and_chosen(dropped, jobs):
    page = dropped(TABLE)
    by_label(page.number_input, "Seconds to search at most").set_value(7).run()
    by_label(page.multiselect, "Functions").set_value([]).run()
    by_label(page.selectbox, "Noise").set_value("relative").run()
    effort = asked(page, jobs).effort
    assert (effort.max_time, effort.functions, effort.noise) == (7.0, (), "relative")
