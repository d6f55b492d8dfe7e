from pathlib import Path

from nalm.inquiry._findings import Findings


class Estimator:
    saved = None

    def save(self, path):
        self.saved = path


def test_what_is_kept_is_the_estimator():
    estimator = Estimator()
    Findings(name="data.csv", findings=(), estimator=estimator).save(Path("model.json"))
    assert estimator.saved == Path("model.json")
