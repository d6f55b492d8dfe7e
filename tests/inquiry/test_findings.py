from pathlib import Path

from nalm.inquiry._findings import Findings
from nalm.inquiry._fitted_table import FittedTable


class Estimator:
    saved = None

    def save(self, path):
        self.saved = path


def test_what_is_kept_is_the_estimator():
    estimator = Estimator()
    Findings(name="data.csv", findings=(), estimator=estimator).save(Path("model.json"))
    assert estimator.saved == Path("model.json")


def test_what_is_known_of_the_table_is_kept_beside_it():
    class Written(Estimator):
        def save(self, path):
            path.write_text("{}")

    table = FittedTable(units={"v": "m/s"})
    Findings(name="data.csv", findings=(), estimator=Written(), table=table).save(Path("m.json"))
    assert FittedTable.read(Path("m.json")) == table
