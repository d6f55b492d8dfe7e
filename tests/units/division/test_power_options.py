import pytest

from nalm import Clip, RealNPU
from nalm.errors import InvalidTypeError, InvalidValueError


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"clip": "gate"}, InvalidTypeError, "clip: expected one of Clip.NONE, .*, found 'gate'"),
        ({"clip": Clip.ALL}, InvalidValueError, "use Clip.BOTH, or the NPU"),
        ({"epsilon": -1.0}, InvalidValueError, "epsilon: expected a finite number of at least 0"),
        ({"epsilon": float("nan")}, InvalidValueError, "epsilon"),
        ({"epsilon": "0"}, InvalidTypeError, "epsilon: expected a number, found '0'"),
    ],
)
def test_wrong_options(options, kind, message):
    with pytest.raises(kind, match=message):
        RealNPU(2, 1, **options)
