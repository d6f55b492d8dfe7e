"""Write the file that `nalm list` reads, after a change of the catalogue or of its costs.

python scripts/listing.py > src/nalm/cli/_laboratory/listing.json
"""

import sys

from nalm.cli._laboratory._listing import write_listing
from nalm.experiments.catalogue import entries


def main() -> None:
    sys.stdout.write(write_listing(entries().values()))


if __name__ == "__main__":
    main()
