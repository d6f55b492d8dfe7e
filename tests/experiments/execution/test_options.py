from nalm.experiments import Options
from nalm.experiments._execution._options import CHECKPOINT_SECONDS


def test_by_default_a_cohort_is_compiled_on_the_cpu_and_saved_now_and_then():
    options = Options()
    assert (options.device, options.compile, options.record_weights) == ("cpu", True, False)
    assert options.checkpoint_seconds == CHECKPOINT_SECONDS
    assert 0 < CHECKPOINT_SECONDS <= 60
