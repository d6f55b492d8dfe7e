"""What several files say of the package is the same in all of them."""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[1]
CONDA = {"torch": "pytorch", "matplotlib": "matplotlib-base"}
"""Packages that conda-forge names otherwise."""


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


WHOLE = tomllib.loads(read("pyproject.toml"))
PROJECT = WHOLE["project"]
RECIPE = yaml.safe_load(read("conda/recipe.yaml"))


def pairs(lines: Iterable[str], operator: str) -> list[tuple[str, Version]]:
    """Return names and versions of requirements, all of them with this operator alone."""
    found = []
    for line in lines:
        requirement = Requirement(line)
        [specifier] = requirement.specifier
        assert specifier.operator == operator, line
        found.append((canonicalize_name(requirement.name), Version(specifier.version)))
    return found


def pins(name):
    lines = (line.partition("#")[0].strip() for line in read(name).splitlines())
    return pairs(filter(None, lines), "==")


def of_users():
    extras = PROJECT["optional-dependencies"].values()
    return [*PROJECT["dependencies"], *(line for extra in extras for line in extra)]


@pytest.mark.parametrize("name", ["constraints.txt", "constraints-oldest.txt"])
def test_a_package_has_one_pin(name):
    names = [package for package, _ in pins(name)]
    assert len(names) == len(set(names))


def test_a_package_has_one_bound():
    groups = [line for group in WHOLE["dependency-groups"].values() for line in group]
    bounds = set(pairs([*of_users(), *groups], ">="))
    assert len(bounds) == len({package for package, _ in bounds})


def test_the_oldest_versions_are_the_lower_bounds():
    assert dict(pins("constraints-oldest.txt")) == dict(pairs(of_users(), ">="))


def test_the_tested_versions_keep_the_lower_bounds():
    bounds = dict(pairs(of_users(), ">="))
    for package, version in pins("constraints.txt"):
        assert version >= bounds.get(package, version), package


def test_the_recipe_of_conda_needs_the_same():
    python, *lines = RECIPE["requirements"]["run"]
    assert python == "python >=${{ python_min }}"
    assert RECIPE["context"]["python_min"] == PROJECT["requires-python"].removeprefix(">=")
    wanted = dict(pairs(PROJECT["dependencies"], ">="))
    assert dict(pairs(lines, ">=")) == {CONDA.get(n, n): bound for n, bound in wanted.items()}


def test_the_recipe_of_conda_builds_with_the_same():
    host = RECIPE["requirements"]["host"]
    [builder] = WHOLE["build-system"]["requires"]
    assert Requirement(builder) in map(Requirement, host[2:])
    [entry] = RECIPE["build"]["python"]["entry_points"]
    [(name, target)] = PROJECT["scripts"].items()
    assert entry == f"{name} = {target}"


def test_every_file_says_the_same_version_and_licence():
    cited = yaml.safe_load(read("CITATION.cff"))
    assert cited["version"] == RECIPE["context"]["version"] == PROJECT["version"]
    assert cited["license"] == RECIPE["about"]["license"] == PROJECT["license"]
    assert [a["name"] for a in cited["authors"]] == [a["name"] for a in PROJECT["authors"]]


def test_classifiers_begin_with_the_oldest_python():
    pattern = re.compile(r"Programming Language :: Python :: (\d+\.\d+)$")
    named = [match[1] for line in PROJECT["classifiers"] if (match := pattern.match(line))]
    assert named == sorted(named, key=Version)
    assert f">={named[0]}" == PROJECT["requires-python"]


def test_the_source_archive_has_what_is_named():
    for name in WHOLE["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]:
        assert (ROOT / name).exists(), name
