"""How an entry of a catalogue is found by name."""

from collections.abc import Mapping
from difflib import get_close_matches

from nalm.errors import UnknownNameError
from nalm.experiments._experiment import Entry


def lookup(name: str, entries: Mapping[str, Entry]) -> Entry:
    """Return the entry of a catalogue by name.

    Raises:
        UnknownNameError: If there is none; the message names the nearest.
    """
    if name in entries:
        return entries[name]
    near = get_close_matches(name, entries, n=3, cutoff=0.4)
    near = near or [each for each in entries if name.strip("/") in each][:3]
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    raise UnknownNameError(
        f"experiment: {name!r} is not in the catalogue.{hint} `nalm list` shows all names."
    )
