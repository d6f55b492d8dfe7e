"""The networks of the sequential tasks: what reads the images, and what reads the sequence."""

import pytest
import torch

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._madsen2020._digit_models import PRODUCTS, REFERENCE, SUMS
from nalm.networks import DigitNetwork, SmallDigitNetwork
from nalm.tasks import DigitSource


def test_only_the_models_with_r_z_have_its_penalty():
    for name in ("product", "sum"):
        experiment = entries()[f"madsen2020/sequential-{name}"]
        for setting in experiment.settings:
            assert len(setting.recipe.penalties) == 1 + setting.unit.endswith("R_z")


@pytest.mark.parametrize(("models", "reduce"), [(PRODUCTS, "cumprod"), (SUMS, "cumsum")])
def test_the_reference_has_solved_the_task_but_for_the_images(models, reduce):
    reference = models[0]
    assert reference.unit == REFERENCE
    sequence = reference.network(DigitSource.DIGITS_8X8)().sequence
    assert not list(sequence.parameters())
    numbers = torch.tensor([[2.0], [3.0], [0.5]])
    expected = getattr(numbers, reduce)(0)
    torch.testing.assert_close(sequence(numbers.unsqueeze(0))[0], expected)


@pytest.mark.parametrize(
    ("source", "kind"),
    [(DigitSource.MNIST, DigitNetwork), (DigitSource.DIGITS_8X8, SmallDigitNetwork)],
)
@pytest.mark.parametrize("model", [*PRODUCTS, *SUMS], ids=lambda model: model.unit)
def test_every_model_reads_the_images_of_its_source(model, source, kind):
    network = model.network(source)()
    assert type(network.image) is kind
    assert network.side == source.side


@pytest.mark.parametrize(("models", "unit", "start"), [(PRODUCTS, "NMU", 1.0), (SUMS, "NAU", 0.0)])
def test_products_start_from_one_and_sums_from_zero(models, unit, start):
    model = next(each for each in models if each.unit == unit)
    sequence = model.network(DigitSource.DIGITS_8X8)().sequence
    with torch.no_grad():
        for parameter in sequence.parameters():
            parameter.copy_(torch.tensor([[0.0, 1.0]]))  # what is read is ignored
        assert sequence(torch.full((1, 3, 1), 7.0)).flatten().tolist() == [start] * 3
