"""Numbers as the page's sentences write them."""


def count(value: int) -> str:
    """Write a number of things.

    Args:
        value: Not negative.

    Returns:
        Digits in groups of three.

    Example:
        >>> count(18000)
        '18,000'
    """
    return f"{value:,}"


def duration(seconds: float) -> str:
    """Write a time with two units at most.

    Args:
        seconds: Not negative.

    Returns:
        Text such as ``3 min 46 s``.

    Example:
        >>> duration(0.4), duration(226), duration(7260)
        ('0.4 s', '3 min 46 s', '2 h 1 min')
    """
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
