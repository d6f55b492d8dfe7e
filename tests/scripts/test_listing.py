import listing

from nalm.cli._laboratory._listing import read_listing
from tests.cli.examples import CURVE, NAME, small_catalogue


def test_it_writes_what_the_command_reads(monkeypatch, capsys):
    monkeypatch.setattr(listing, "entries", small_catalogue)
    listing.main()
    assert list(read_listing(capsys.readouterr().out)) == [NAME, CURVE]
