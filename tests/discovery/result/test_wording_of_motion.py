from nalm.discovery import ReasonKind
from nalm.discovery.result._wording_of_motion import OF_MOTION


def test_every_reason_of_motion_has_words():
    """They stand together, from the first of motion to that of old files."""
    kinds = list(ReasonKind)
    first, end = (kinds.index(ReasonKind[name]) for name in ("SOLUTION_PREDICTS", "TEXT"))
    assert set(kinds[first:end]) == set(OF_MOTION)
