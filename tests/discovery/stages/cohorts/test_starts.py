import pytest
import torch

from nalm.discovery.stages.cohorts._model import unflatten
from nalm.discovery.stages.cohorts._starts import POWERS, random_inner, random_starts
from tests.discovery._prepared import STRUCTURES, sampler

CENTRE = torch.tensor([30.0, -30.0], dtype=torch.float64)


@pytest.mark.parametrize("structure", STRUCTURES, ids=str)
def test_a_seed_gives_the_same_starts_again(structure):
    first, again, other = (
        random_starts(structure, sampler(seed=seed), centre=CENTRE) for seed in (3, 3, 4)
    )
    assert first.shape == (16, structure.parameters(2) - structure.terms)
    assert torch.equal(first, again)
    assert not (first == other).any(1).all()


def test_a_stream_gives_new_starts_each_time():
    stream = sampler()
    first = random_starts(STRUCTURES[1], stream, centre=CENTRE)
    assert not torch.equal(first, random_starts(STRUCTURES[1], stream, centre=CENTRE))


def test_half_of_the_outer_products_begin_near_the_line_and_the_others_near_0():
    structure = STRUCTURES[1]
    flat = random_starts(structure, sampler(400), centre=CENTRE)
    outer = unflatten(flat, structure, features=2).outer
    near = ((outer - CENTRE).abs() < 5).all(2).all(1)
    far = (outer.abs() < 3).all(2).all(1)
    assert (near | far).all()  # all products of a start are of one kind
    assert 0.4 < float(near.double().mean()) < 0.6


def test_inner_exponents_lie_near_small_integers_many_of_them_0():
    exponents, scale = random_inner(STRUCTURES[3], sampler(400))
    rounded = exponents.round()
    assert float((exponents - rounded).abs().mean()) < 0.1
    assert 0.4 < float((rounded == 0).double().mean()) < 0.6
    assert 0.4 < float((scale > 0).double().mean()) < 0.6


def test_exponents_of_sums_are_the_usual_ones():
    structure = STRUCTURES[3]
    flat = random_starts(structure, sampler(200), centre=CENTRE)
    power = unflatten(flat, structure, features=2).power
    assert set(power.flatten().tolist()) == set(POWERS)
