import time

import pytest
import torch

from nalm.training._running import _threads
from nalm.training._running._threads import RUNS_PER_THREAD, TRIAL_STEPS, TRIALS_PAY, take

pytestmark = pytest.mark.usefixtures("two_threads")


class Recorder:
    """Notes the steps and the threads of each call, and takes longer with the slow number."""

    def __init__(self, slow: int) -> None:
        self.calls: list[tuple[int, int]] = []
        self.slow = slow

    def __call__(self, steps: int) -> None:
        threads = torch.get_num_threads()
        self.calls.append((steps, threads))
        if threads == self.slow:
            time.sleep(0.02)


@pytest.mark.parametrize("slow", [1, 2])
def test_the_faster_number_of_threads_takes_the_rest(slow):
    advance = Recorder(slow)
    take(1000, advance, runs=100)
    rest = 1000 - 2 * TRIAL_STEPS
    assert advance.calls == [(TRIAL_STEPS, 2), (TRIAL_STEPS, 1), (rest, 3 - slow)]
    assert torch.get_num_threads() == 2


@pytest.mark.parametrize(
    ("steps", "runs"), [(TRIALS_PAY - 1, 100), (1000, 2 * RUNS_PER_THREAD - 1)]
)
def test_without_a_trial_all_threads_take_all_steps(steps, runs):
    advance = Recorder(slow=2)
    take(steps, advance, runs=runs)
    assert advance.calls == [(steps, 2)]


def test_threads_are_given_back_after_an_error():
    def fail(steps: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        take(1000, fail, runs=100)
    assert torch.get_num_threads() == 2
    assert _threads.TRIALS_PAY >= 2 * TRIAL_STEPS
