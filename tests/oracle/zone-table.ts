import { readFileSync } from 'node:fs';

// Clock changes of zones, from another source than the product's and read by another program: see zone-table.py.

interface History {
  /** Seconds ahead of UTC: before the first change of 1970 or later, and after each. */
  offsets: number[];
  /** Seconds since 1970. */
  changes: number[];
}

interface ZoneTable {
  version: string;
  zones: Record<string, number>;
  histories: History[];
}

const table = JSON.parse(readFileSync(new URL('zone-table.json', import.meta.url), 'utf8')) as ZoneTable;

/** The release of the time zone database the table was made from. */
export const tableVersion = table.version;

/** Every name of a zone or a link. */
export const tableZones = Object.keys(table.zones);

/** The first name of each distinct history. */
export const tableHistories = table.histories.map(
  (_, index) => tableZones.find((name) => table.zones[name] === index) ?? '',
);

/** A change of a zone's clocks, in milliseconds: the instant, and the time ahead of UTC before and after it. */
export interface TableChange {
  at: number;
  before: number;
  after: number;
}

const known = new Map<string, TableChange[]>();

/** The changes of a zone from 1970 to the end of 2049. */
export function tableChanges(zone: string): TableChange[] {
  const changes = known.get(zone) ?? readChanges(zone);
  known.set(zone, changes);
  return changes;
}

function readChanges(zone: string): TableChange[] {
  const { offsets, changes } = historyOf(zone);
  return changes.map((change, index) => ({
    at: change * 1000,
    before: (offsets[index] ?? 0) * 1000,
    after: (offsets[index + 1] ?? 0) * 1000,
  }));
}

/** The time a zone is ahead of UTC at an instant from 1970 to 2049, in milliseconds. */
export function tableOffset({ zone, at }: { zone: string; at: number }): number {
  const { offsets, changes } = historyOf(zone);
  const index = changes.findIndex((change) => change * 1000 > at);
  return (offsets[index < 0 ? changes.length : index] ?? 0) * 1000;
}

function historyOf(zone: string): History {
  const history = table.histories[table.zones[zone] ?? -1];
  if (!history) throw new Error(`The table has no zone ${zone}.`);
  return history;
}
