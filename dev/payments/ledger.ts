import { randomBytes } from 'node:crypto';
import { noRecords, type Records } from './records.ts';
import { readJsonFile, writeJson } from '#dev/state/json-file.ts';

const name = 'payments.json';
const mostEvents = 1_000;
const mostResponses = 1_000;

/** The records of the fake with its clock. */
export interface Ledger {
  records: Records;
  /** Seconds since the epoch, by the fake's clock. */
  now: () => number;
  /** A name as the provider makes them, such as sub_…; newer ones sort behind older ones of their second. */
  newId: (prefix: string) => string;
  /** Writes it down; without a home it is only remembered. */
  save: () => void;
}

/** @param home the folder of payments.json; without it nothing outlives the process */
export function createPaymentsLedger({ home }: { home?: string } = {}): Ledger {
  const kept = home === undefined ? undefined : (readJsonFile({ home, name }) as Records | undefined);
  const records: Records = { ...noRecords(), ...kept };
  return {
    records,
    now: () => Math.floor(Date.now() / 1000) + records.aheadSeconds,
    newId: (prefix) => {
      records.count += 1;
      return `${prefix}_${String(records.count).padStart(6, '0')}${randomBytes(8).toString('hex')}`;
    },
    save: () => {
      records.events = records.events.slice(-mostEvents);
      records.responded = Object.fromEntries(Object.entries(records.responded).slice(-mostResponses));
      if (home !== undefined) writeJson({ home, name, value: records, mode: 0o600 });
    },
  };
}

/** Records of a kind, newest first, as the provider lists them. */
export function newestFirst<Row extends { id: string; createdAt: number }>(rows: Record<string, Row>): Row[] {
  return Object.values(rows).reverse();
}
