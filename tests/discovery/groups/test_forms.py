import numpy as np
import pytest

from nalm.discovery import Budget, Noise
from nalm.discovery.groups._forms import Forms
from tests.discovery._groups import LINE, grouped, saturation

ROWS = grouped(lambda x, v, k: v * x / (x + k), [(9.6, 3.13), (4.1, 3.13), (15.0, 3.13)])
UP = Budget.start(-1.0)


@pytest.fixture
def forms():
    return Forms(rows=ROWS, noises=(Noise.RELATIVE,))


def test_the_best_family_is_the_first(forms):
    for form in (LINE, saturation()):
        forms.take(form, budget=Budget())
    assert forms.best()[0].screened.fits
    assert not forms.best()[1].screened.fits


def test_a_family_is_fitted_in_one_scaling_until_the_others_are_asked_for(forms):
    forms.take(saturation(1.0, 1.0), budget=Budget())
    [family] = forms.best()
    assert family.others
    assert list(forms.scalings(family, budget=UP)) == [family.screened]
    fitted = list(forms.scalings(family, budget=Budget()))
    assert len(fitted) > 1
    assert [each.score for each in fitted] == pytest.approx(
        np.full(len(fitted), family.screened.score), rel=0.05
    )


def test_no_form_is_tried_once_the_time_is_up(forms):
    forms.take(LINE, budget=UP)
    assert forms.best() == []
