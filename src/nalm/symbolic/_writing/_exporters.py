"""The languages that equations are written in, by name, and how others add theirs."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from nalm._registry import Registry
from nalm.symbolic._writing._code._languages import LANGUAGES, to_code
from nalm.symbolic._writing._equation import Equation

Exporter: TypeAlias = Callable[[Equation], str]
"""Writes one equation in one language."""

_EXPORTERS = Registry[Exporter]("exporter", reserved=("table", "json"))
_EXPORTERS.add("text", Equation.text)
_EXPORTERS.add("latex", Equation.latex)
for _language in LANGUAGES:
    _EXPORTERS.add(_language, partial(to_code, language=_language))


def register_exporter(name: str, exporter: Exporter) -> None:
    """Make a language known by its name, as in `model.export("name")`.

    Args:
        name: A word of lower-case letters.
        exporter: Function from an `Equation` to its text.

    Raises:
        InvalidValueError: If the name is taken, or no word of lower-case letters.

    Example:
        >>> from nalm.symbolic import Equation, Sum, find_exporter, register_exporter
        >>> register_exporter("left-side", lambda equation: equation.left)
        >>> find_exporter("left-side")(Equation(target="x", formula=Sum(()), names=(), rate=True))
        'dx/dt'
    """
    _EXPORTERS.add(name, exporter)


def find_exporter(name: str) -> Exporter:
    r"""Return the function that writes equations in a language.

    Args:
        name: "text", "latex", a language of `to_code`, or that of a registered exporter.

    Raises:
        UnknownNameError: If there is none; the message lists all.

    Example:
        >>> from nalm.symbolic import Equation, Product, Sum, find_exporter
        >>> constant = Equation(target="z", formula=Sum((Product(2.5),)), names=())
        >>> print(find_exporter("latex")(constant))
        z = 2.5
    """
    return _EXPORTERS.find(name)
