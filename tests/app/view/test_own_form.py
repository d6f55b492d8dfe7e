from tests.app.view.conftest import by_label


def test_a_form_is_asked_with_its_constants(dropped, jobs):
    page = dropped("x,y\n1,3\n2,6\n")
    by_label(page.radio, "Search").set_value("form").run()
    by_label(page.text_input, "Equation").set_value("y = k*x").run()
    by_label(page.text_input, "Where constants begin").set_value("k=2").run()
    by_label(page.checkbox, "Search other forms, too").uncheck().run()
    page.button("search").click().run()
    request = jobs[0].question.request
    assert (request.form, request.start, request.search) == ("y = k*x", {"k": 2.0}, False)
