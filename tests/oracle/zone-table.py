"""Writes zone-table.json: the clock changes of each time zone from 1970 to 2049.

The tests compare Punctual's zone data with it. It has another origin and another reader: the compiled files of the
Python package tzdata, read by Python's zoneinfo. Renew it with the zone data, for the same release:

    pip install --target /tmp/tzdata tzdata==2026.6 && python3 tests/oracle/zone-table.py /tmp/tzdata
"""

import json
import pathlib
import sys
import zoneinfo
from datetime import datetime, timezone

folder = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(folder))
zoneinfo.reset_tzpath(to=[str(folder / "tzdata" / "zoneinfo")])
import tzdata  # noqa: E402

UNTIL = int(datetime(2050, 1, 1, tzinfo=timezone.utc).timestamp())
# No zone has two changes within this time.
STEP = 6 * 3600


def changes_of(name):
    zone = zoneinfo.ZoneInfo(name)

    def offset_at(at):
        return int(datetime.fromtimestamp(at, timezone.utc).astimezone(zone).utcoffset().total_seconds())

    offsets, changes = [offset_at(0)], []
    for start in range(0, UNTIL, STEP):
        low, high = start, start + STEP
        after = offset_at(high)
        if after == offsets[-1]:
            continue
        while high - low > 1:
            middle = (low + high) // 2
            if offset_at(middle) == offsets[-1]:
                low = middle
            else:
                high = middle
        changes.append(high)
        offsets.append(after)
    return {"offsets": offsets, "changes": changes}


names = sorted(zoneinfo.available_timezones() - {"Factory", "localtime"})
histories, zones = [], {}
for name in names:
    history = changes_of(name)
    if history not in histories:
        histories.append(history)
    zones[name] = histories.index(history)
lines = ",\n".join(json.dumps(history, separators=(",", ":")) for history in histories)
table = f'{{"version":"{tzdata.IANA_VERSION}","zones":{json.dumps(zones)},"histories":[\n{lines}\n]}}\n'
pathlib.Path(__file__).with_name("zone-table.json").write_text(table)
