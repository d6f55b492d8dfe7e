from nalm.training import Trainer, train
from tests.training._runs import assert_same, runs


def test_it_trains_to_the_end():
    trainer = Trainer(runs(2), compile=False)
    assert list(trainer) == [0, 25, 50, 75, 100]
    for expected, found in zip(trainer.outcomes(), train(runs(2), compile=False), strict=True):
        assert_same(expected, found)


def test_watching_changes_nothing():
    seen = []
    watched = train(runs(2), compile=False, on_evaluation=seen.append)
    assert [each.step for each in seen] == [0, 25, 50, 75, 100]
    for expected, found in zip(train(runs(2), compile=False), watched, strict=True):
        assert_same(expected, found)
