import type { Results } from './results.ts';
import { measuredOn, pick, type Row, table, text } from './table-text.ts';

const megabyte = 2 ** 20;

/** Tables of the parts that measure the engine apart from bursts. */
export function engineTables(results: Results): string[] {
  const { rate = {}, growth = {}, ledger = {}, idle = {}, memory = {} } = results;
  const { kill = {}, takeover = {}, deploy = {}, join = {} } = results;
  return [
    rateTable(Object.values(rate)),
    growthTable(Object.values(growth)),
    ledgerTable(Object.values(ledger)),
    idleTable(Object.values(idle)),
    memoryTable(Object.values(memory)),
    killTable(Object.values(kill)),
    takeoverTable(Object.values(takeover)),
    deployTable(Object.values(deploy)),
    joinTable(Object.values(join)),
  ];
}

function rateTable(rows: Row[]): string {
  return table({
    title: 'Jobs at a steady rate, fires a second',
    columns: [
      ...['fires/s', 'each, s', 'p50', 'p99', 'p99 of the last minute', 'early', 'missed', 'twice'],
      ...['CPU ms/fire', 'worker', 'Temporal', 'PostgreSQL', 'commits/fire', 'bytes/fire'],
      ...['worker RSS, MB', 'measured'],
    ],
    rows: rows.map((row) => [
      `Temporal on ${text(row.store)}`,
      ...pick(row, ['firesPerSecond']),
      // Results from before there were other periods.
      text(Number(row.periodMs ?? 60_000) / 1_000),
      ...pick(row, ['p50Ms', 'p99Ms']),
      ...pick(row.lastMinute, ['p99Ms']),
      ...pick(row, ['early', 'missed', 'twice']),
      ...pick(row.cpuMsPerFire, ['inAll', 'worker', 'temporal', 'postgres']),
      ...pick(row.perFire, ['commits', 'bytesInAll']),
      ...pick(row.worker, ['rssMb']),
      measuredOn(row),
    ]),
  });
}

function growthTable(rows: Row[]): string {
  const cpuOf = (row: Row) => Number((row.cpuMsPerFire as Row).inAll);
  const [fewest] = byJobs(rows);
  return table({
    title: 'More jobs at the same rate',
    columns: ['jobs', 'fires/s', 'CPU ms/fire', 'against the fewest', 'p99', 'worker RSS, MB', 'measured'],
    rows: byJobs(rows).map((row) => [
      'spread evenly',
      ...pick(row, ['jobs', 'firesPerSecond']),
      ...pick(row.cpuMsPerFire, ['inAll']),
      text(fewest && cpuOf(row) / cpuOf(fewest)),
      ...pick(row, ['p99Ms']),
      ...pick(row.worker, ['rssMb']),
      measuredOn(row),
    ]),
  });
}

function ledgerTable(rows: Row[]): string {
  return table({
    title: 'The ledger alone',
    columns: [
      ...['jobs an instant', 'claim, ms', 'record, ms', 'commits/fire', 'bytes/fire'],
      ...['of which attempts', 'of which bodies'],
    ],
    rows: rows.map((row) => [
      'no Temporal, no calls',
      ...pick(row, ['jobs', 'claimMs', 'recordMs']),
      ...pick(row.perFire, ['commits', 'bytesInAll']),
      ...pick((row.perFire as Row).bytes, ['Attempt', 'AttemptBody']),
    ]),
  });
}

function idleTable(rows: Row[]): string {
  return table({
    title: 'Idle',
    columns: ['jobs', '% of one core', 'of that with no job', 'database bytes/job', 'measured'],
    rows: rows.map((row) => [
      row.period === 'hour' ? 'hourly, between two hours' : 'far from due',
      ...pick(row, ['jobs', 'cpuInAll', 'cpuWithoutJobsInAll', 'bytesPerJob']),
      measuredOn(row),
    ]),
  });
}

function memoryTable(rows: Row[]): string {
  const bytesOf = (row: Row) => Number(row.rssBytes);
  const [fewest] = byJobs(rows);
  return table({
    title: 'Memory of the worker',
    columns: ['jobs', 'RSS, MB', 'peak, MB', 'bytes/job above the fewest', 'measured'],
    rows: byJobs(rows).map((row) => [
      row.fired ? 'hourly; **some were due meanwhile**' : 'hourly, between two hours',
      ...pick(row, ['jobs']),
      text(Math.round(bytesOf(row) / megabyte)),
      text(Math.round(Number(row.peakBytes) / megabyte)),
      fewest && row !== fewest
        ? text(Math.round((bytesOf(row) - bytesOf(fewest)) / (Number(row.jobs) - Number(fewest.jobs))))
        : '–',
      measuredOn(row),
    ]),
  });
}

const failureFigures = {
  columns: ['p99', 'worst p99', 'worst', 'missed', 'twice', 'without a row', 'rounds', 'measured'],
  of: (row: Row) => [
    ...pick(row, ['p99Ms', 'worstP99Ms', 'worstMs', 'missed', 'twice', 'lost', 'rounds']),
    measuredOn(row),
  ],
};

function killTable(rows: Row[]): string {
  return table({
    title: 'Worker killed 2 s before the instant, ms late',
    columns: ['jobs held', ...failureFigures.columns],
    rows: rows.map((row) => ['kill -9', ...pick(row, ['jobs']), ...failureFigures.of(row)]),
  });
}

function takeoverTable(rows: Row[]): string {
  return table({
    title: 'One of two workers killed, ms late in the minute after',
    columns: ['jobs', ...failureFigures.columns],
    rows: rows.map((row) => ['kill -9', ...pick(row, ['jobs']), ...failureFigures.of(row)]),
  });
}

function deployTable(rows: Row[]): string {
  return table({
    title: 'Two workers replaced one after the other, ms late',
    columns: ['fires/s', ...failureFigures.columns],
    rows: rows.map((row) => ['SIGTERM', ...pick(row, ['firesPerSecond']), ...failureFigures.of(row)]),
  });
}

function joinTable(rows: Row[]): string {
  return table({
    title: 'A second worker joins, ms late',
    columns: [
      ...['jobs', 'largest share above half after 2 minutes, %', 'worst round, %', 'within 20 % after, s'],
      ...failureFigures.columns,
    ],
    rows: rows.map((row) => [
      'minutely',
      ...pick(row, ['jobs', 'imbalancePercent', 'worstImbalancePercent', 'balancedAfterSeconds']),
      ...failureFigures.of(row),
    ]),
  });
}

const byJobs = (rows: Row[]) => rows.toSorted((a, b) => Number(a.jobs) - Number(b.jobs));
