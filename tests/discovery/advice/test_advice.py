from time import process_time

import numpy as np
import pytest

from nalm.discovery import Verdict, advice
from nalm.discovery.advice._hint import HintKind
from tests.discovery._discoveries import constant, discovery
from tests.discovery.advice._tables import noisy

T = np.arange(16.0)[:, None]
DECAY = noisy(1003 * np.exp(-0.2 * T[:, 0]))


def given(verdict, y=DECAY):
    found = discovery(constant(1.0), verdict=verdict)
    return advice(found, T, y=y, names=["t_s"], target="counts")


@pytest.mark.parametrize("verdict", [Verdict.UNDECIDED, Verdict.APPROXIMATION])
def test_what_may_help_is_said_where_there_is_no_law(verdict):
    kinds = [hint.kind for hint in given(verdict)]
    assert kinds == [
        HintKind.STRAIGHT, HintKind.TIME, HintKind.NO_REPLICATES, HintKind.FEW_ROWS,
    ]  # fmt: skip


def test_a_law_and_what_nobody_measured_need_none():
    assert given(Verdict.LAW) == ()
    assert given(Verdict.UNDECIDED, y=np.full(16, np.nan)) == ()


def test_a_large_table_takes_little_time():
    x = np.random.default_rng(0).uniform(1, 2, (300_000, 10))
    found, names = discovery(constant(1.0), verdict=Verdict.UNDECIDED), [f"v{k}" for k in range(10)]
    began = process_time()
    hints = advice(found, x, y=np.exp(x[:, 3]), names=names, target="y")
    assert process_time() - began < 5.0
    assert [hint.column for hint in hints if hint.kind is HintKind.STRAIGHT] == ["v3"]
