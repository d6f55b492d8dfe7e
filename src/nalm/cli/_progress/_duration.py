"""How to say how long something takes."""

_UNITS = ((86400, 3600, "d", "h"), (3600, 60, "h", "min"), (60, 1, "min", "s"))


def duration(seconds: float) -> str:
    """Write a duration with one or two units.

    Args:
        seconds: Not negative.

    Returns:
        Text such as ``3 min 20 s``.

    Example:
        >>> duration(8), duration(200), duration(5400), duration(200000)
        ('8 s', '3 min 20 s', '1 h 30 min', '2 d 7 h')
    """
    whole = round(seconds)
    for size, part, large, small in _UNITS:
        if whole >= size:
            rest = whole % size // part
            return f"{whole // size} {large}" + (f" {rest} {small}" if rest else "")
    return f"{whole} s"
