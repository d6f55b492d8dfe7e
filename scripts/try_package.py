"""Build both archives, install the wheel in clean environments, try it there.

    python scripts/try_package.py --python python3.11 python3.12 python3.13

prints what worked on each Python. The wheel is built from the source archive. The environments lie
in a temporary folder. `--constraint` names a file with the versions of what `nalm` needs, and
`--tests` some files or folders of tests to run with the wheel as well.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent

VERSION = """
from importlib.metadata import version
assert version("nalm") == {version!r}, version("nalm")
"""

UNITS = """
import pathlib, sys, torch, nalm
assert pathlib.Path(nalm.__file__).is_relative_to(sys.prefix), nalm.__file__
unit = nalm.NMRU(2, 1)
unit.weight.data = torch.tensor([[1.0, 0.0, 0.0, 1.0]])
assert abs(unit(torch.tensor([[6.0, 3.0]])).item() - 2) < 1e-5
"""

DATA = """
import sys
from nalm.app._examples import EXAMPLES, example_path
for example in EXAMPLES:
    assert example_path(example).is_relative_to(sys.prefix), example_path(example)
"""

DISCOVER = [
    *("nalm", "discover", "planets.csv", "--quiet", "--max-time", "5"),
    *("--target", "period_years", "--inputs", "semi_major_axis_au"),
]

# Warnings of other packages, such as of an old one about a newer one, are no faults of ours.
PYTEST = [
    *("python", "-m", "pytest", "-q", "-p", "no:cacheprovider"),
    *("-W", "ignore::DeprecationWarning", "-W", "ignore::PendingDeprecationWarning"),
    *("-W", "ignore:The epoch parameter in:UserWarning"),  # a scheduler of PyTorch 2.8 about itself
]


def trials(version: str) -> dict[str, list[str]]:
    """Return what is tried, with the programs of the clean environment."""
    return {
        "version": ["python", "-c", VERSION.format(version=version)],
        "units": ["python", "-c", UNITS],
        "data": ["python", "-c", DATA],
        "list": ["nalm", "list"],
        "demo": ["nalm", "demo", "--quick"],
        "discover": DISCOVER,
    }


def row(cells: Iterable[str]) -> str:
    """Write a row of a Markdown table."""
    return f"| {' | '.join(cells)} |"


def without_checkout(environment: dict[str, str]) -> dict[str, str]:
    """Return the variables without those that lead a program to a checkout or to its results."""
    outside = ("PYTHONPATH", "PYTHONHOME", "NALM_STORE")
    return {name: value for name, value in environment.items() if name not in outside}


def run(words: Sequence[str | Path], folder: Path) -> bool:
    """Run a command and show what it said if it failed."""
    environment = without_checkout(dict(os.environ))
    result = subprocess.run(
        list(map(str, words)), cwd=folder, env=environment, capture_output=True, text=True
    )
    if result.returncode:
        print(result.stdout[-4000:], result.stderr[-4000:], sep="\n", file=sys.stderr)
    return result.returncode == 0


def build(folder: Path) -> tuple[Path, Path]:
    """Build the source archive and, from it, the wheel; check both as an index would."""
    made = run([sys.executable, "-m", "build", "--outdir", folder, ROOT], ROOT)
    if not made:
        raise SystemExit("The archives could not be built; `pip install build` first.")
    [source], [wheel] = folder.glob("*.tar.gz"), folder.glob("*.whl")
    if not run([sys.executable, "-m", "twine", "check", "--strict", source, wheel], ROOT):
        raise SystemExit("An index would refuse the archives; see above.")
    return source, wheel


def unpack_tests(source: Path, folder: Path) -> Path:
    """Unpack a source archive without its package, so that tests import the installed one."""
    with tarfile.open(source) as archive:
        archive.extractall(folder, filter="data")
    [place] = folder.iterdir()
    shutil.rmtree(place / "src")
    return place


class Environment:
    """A clean environment of one Python, in a folder of its own."""

    def __init__(self, python: str, folder: Path, constraint: Path) -> None:
        self.python = python
        self.place = folder / Path(python).name
        self.constraint = constraint

    def install(self, *what: str | Path) -> bool:
        """Install packages, as the constraints allow."""
        pip = self.place / "bin" / "pip"
        return run([pip, "install", "--quiet", "--constraint", self.constraint, *what], self.place)

    def call(self, words: Sequence[str | Path], folder: Path | None = None) -> bool:
        """Run a program of the environment."""
        program, *others = words
        return run([self.place / "bin" / program, *others], folder or self.place)

    def try_out(self, source: Path, wheel: Path, *, tests: Sequence[str]) -> dict[str, bool]:
        """Install the wheel, try it, and run tests of the source archive with it."""
        made = run([self.python, "-m", "venv", self.place], self.place.parent)
        worked = {"install": made and self.install(wheel)}
        if worked["install"]:
            shutil.copy(ROOT / "examples" / "data" / "planets.csv", self.place)
            for name, words in trials(project()["project"]["version"]).items():
                worked[name] = self.call(words)
        if worked["install"] and tests:
            # Beside the environment: what lies in it counts as installed.
            place = unpack_tests(source, self.place.with_name(f"{self.place.name}-tests"))
            installed = self.install(*project()["dependency-groups"]["test"])
            worked["tests"] = installed and self.call([*PYTEST, *tests], place)
        shutil.rmtree(self.place)  # three of them would take many gigabytes
        return worked


def project() -> dict:
    """Read pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def main() -> int:
    """Print a row for each Python."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", nargs="+", default=[sys.executable])
    parser.add_argument("--constraint", type=Path, default=ROOT / "constraints.txt")
    parser.add_argument("--tests", nargs="+", default=[])
    asked = parser.parse_args()
    names = ["install", *trials(""), *(["tests"] if asked.tests else [])]
    fine = True
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        source, wheel = build(folder / "dist")
        print(row(["Python", *names]), row(["---"] * (len(names) + 1)), sep="\n", flush=True)
        for python in asked.python:
            clean = Environment(python, folder, asked.constraint.resolve())
            worked = clean.try_out(source, wheel, tests=asked.tests)
            words = ["yes" if worked.get(name) else "no" for name in names]
            print(row([Path(python).name, *words]), flush=True)
            fine = fine and "no" not in words
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main())
