"""Conformance suites: does a unit keep the promises that the rest of the package relies on?

`check_unit` gives a new unit the tests of the built-in ones with one line in its own test file::

    def test_my_unit():
        check_unit(MyUnit)
"""

from nalm.testing._check_unit import check_unit

__all__ = ["check_unit"]
