from dataclasses import replace

import numpy as np
import pytest
import torch

from nalm.tasks import MeasuredPart, MeasuredPoints, MeasuredSet
from nalm.tasks._data._measured_sets import measured_table
from nalm.tasks._data._tables import table

NEAR = MeasuredPoints(data=MeasuredSet.DIPOLE)
FAR = replace(NEAR, held=MeasuredPart.EXTRAPOLATION)


def known(part):
    rows = table(measured_table(MeasuredSet.DIPOLE, part)).astype(np.float32)
    return {tuple(row) for row in rows.tolist()}


def test_samples_are_training_points_with_their_field():
    uniform = torch.rand(1, 5, 300, generator=torch.Generator().manual_seed(0))
    x = NEAR.sample(uniform)
    assert x.shape == (5, 300)
    assert {tuple(row) for row in x.T.tolist()} <= known(MeasuredPart.TRAIN)
    assert torch.equal(FAR.sample(uniform), x)


def test_the_ends_of_the_uniform_numbers_are_points():
    ends = torch.tensor([0.0, 1 - 2.0**-24]).expand(1, 5, 2)
    assert {tuple(row) for row in NEAR.sample(ends).T.tolist()} <= known(MeasuredPart.TRAIN)


@pytest.mark.parametrize("points", [NEAR, FAR])
def test_fixed_sets_are_of_the_held_part(points):
    drawn = points.draw(np.random.RandomState(1), (400, 5))
    assert {tuple(row) for row in drawn.astype(np.float32).tolist()} <= known(points.held)
    assert len(np.unique(drawn, axis=0)) == 400
    again = points.draw(np.random.RandomState(1), (400, 5))
    assert np.array_equal(drawn, again)


def test_points_repeat_where_there_are_too_few():
    count = len(NEAR.held_part())
    drawn = NEAR.draw(np.random.RandomState(0), (count + 3, 5))
    assert np.array_equal(drawn[:3], drawn[count:])


def test_its_text_tells_parts_apart():
    assert (str(NEAR), str(FAR)) == (
        "ideal dipole (interpolation)",
        "ideal dipole (extrapolation)",
    )
