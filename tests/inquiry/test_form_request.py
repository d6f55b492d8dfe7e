import shlex
from pathlib import Path

import pytest

from nalm.cli._discovery._reading_options import column_name, column_names
from nalm.errors import InvalidValueError
from nalm.inquiry._form_request import FormRequest, read_ranges, read_starts
from nalm.inquiry._request import Effort


def test_starts_and_bounds_are_read():
    assert read_starts(["a=1", "b=-2e3,c=.5"]) == {"a": 1, "b": -2000, "c": 0.5}
    assert read_ranges(["a=0:10", "b=:1", "c=-1:"]) == {
        "a": (0, 10),
        "b": (None, 1),
        "c": (-1, None),
    }


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        (read_starts, "a", "such as a=1, found 'a'"),
        (read_starts, "a=x", "found 'x' in 'a=x'"),
        (read_starts, "=1", "such as a=1"),
        (read_ranges, "a=1", "a colon between, such as a=0:10"),
        (read_ranges, "a=1:x", "found 'x'"),
    ],
)
def test_others_are_refused(read, text, message):
    with pytest.raises(InvalidValueError, match=message):
        read([text])


def test_the_command_line_asks_the_same():
    request = FormRequest(
        data=Path("d.csv"), form="y = k*x", start={"k": 2.0}, bounds={"k": (0.0, None)},
        inputs=("z",), weights="w", drop_missing=True, search=False,
    )  # fmt: skip
    effort = Effort(max_time=3.0, seed=4, noise="relative", functions=(), constraints=("y > 0",))
    assert request.command_line(effort, report=Path("k.html")) == (
        "nalm fit d.csv 'y = k*x' --start k=2 --bounds k=0: --inputs z --weights w --drop-missing "
        "--no-search --noise relative --constraint 'y > 0' --max-time 3 --seed 4 "
        "--functions none --report k.html"
    )


def test_names_with_commas_are_quoted_as_the_options_read_them():
    request = FormRequest(
        data=Path("d.csv"), form="y = k*x", inputs=("a, b", "z"), weights="w, 1",
        names=("x", "a, b", "y, out"),
    )  # fmt: skip
    words = shlex.split(request.command_line(Effort(), report=None))
    options = dict(zip(words[4::2], words[5::2], strict=True))
    assert column_names(options["--inputs"]) == request.inputs
    assert column_names(options["--names"]) == request.names
    assert column_name(options["--weights"]) == request.weights
