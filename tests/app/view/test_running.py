from nalm.app._work._events import Progress, State
from tests.app.view.conftest import texts

SUMS = Progress(name="y", fraction=0.25, facts="sums; best y = 3*x, error 0.1")


def searching(dropped, jobs):
    page = dropped("x,y\n1,3\n2,6\n")
    page.button("search").click().run()
    return page, jobs[0]


def test_the_best_formula_so_far_is_shown(dropped, jobs):
    page, job = searching(dropped, jobs)
    assert "loading" in str(page.get("progress")[0].proto)
    job.state = State(parts={"y": SUMS})
    page.run()
    assert "best y = 3*x, error 0.1" in texts(page.code)
    assert "y: sums" in texts(page.caption)


def test_stop_asks_once_and_then_offers_the_end(dropped, jobs):
    page, job = searching(dropped, jobs)
    page.button("stop").click().run()
    assert job.state.stopping
    assert not job.state.ended
    page.button("end").click().run()
    assert job.state.ended
