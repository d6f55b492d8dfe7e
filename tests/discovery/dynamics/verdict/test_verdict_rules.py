import re
from dataclasses import fields

from nalm.discovery.dynamics.verdict._verdict_rules import DynamicsVerdictRules


def test_every_number_has_its_reason():
    documented = re.findall(r"^        (\w+): ", DynamicsVerdictRules.__doc__, re.MULTILINE)
    assert documented == [field.name for field in fields(DynamicsVerdictRules)]
