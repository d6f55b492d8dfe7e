import re
from dataclasses import fields

from nalm.discovery.scoring._verdict_rules import VerdictRules


def test_every_number_has_its_reason():
    documented = re.findall(r"^        (\w+): ", VerdictRules.__doc__, re.MULTILINE)
    assert documented == [field.name for field in fields(VerdictRules)]
