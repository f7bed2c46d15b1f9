import type { Results } from './results.ts';

type Row = Record<string, unknown>;

/** The results as readable tables. */
export function tablesOf(results: Results): string {
  const {
    burst = {},
    peers = {},
    rate = {},
    ledger = {},
    idle = {},
    kill = {},
    web = {},
    api = {},
    pages = {},
  } = results;
  return [
    table({
      title: 'Jobs at one instant, ms late',
      columns: ['jobs', 'p50', 'p99', 'max', 'worst p99', 'early', 'missed', 'twice', 'rounds', 'measured'],
      rows: [
        ...Object.entries(burst).map(([jobs, row]) => ['Punctual', jobs, row] as const),
        ...Object.entries(peers).map(([key, row]) => [text(row.name), key.split(' ')[1] ?? '', row] as const),
      ]
        .sort(([, a], [, b]) => Number(a) - Number(b))
        .map(([name, jobs, row]) => [
          name,
          ...('skipped' in row
            ? [jobs, `left out: ${text(row.skipped)}`]
            : [
                jobs,
                ...pick(row, ['p50Ms', 'p99Ms', 'maxMs', 'worstP99Ms', 'early', 'missed', 'twice', 'rounds']),
                measuredOn(row),
              ]),
        ]),
    }),
    table({
      title: 'Minutely jobs, fires a second',
      columns: [
        'fires/s',
        'p50',
        'p99',
        'p99 of the last minute',
        'early',
        'missed',
        'twice',
        'commits/fire',
        'bytes/fire',
        'measured',
      ],
      rows: Object.values(rate).map((row) => [
        `Temporal on ${text(row.store)}`,
        ...pick(row, ['firesPerSecond', 'p50Ms', 'p99Ms']),
        ...pick(row.lastMinute, ['p99Ms']),
        ...pick(row, ['early', 'missed', 'twice']),
        ...pick(row.perFire, ['commits', 'bytesInAll']),
        measuredOn(row),
      ]),
    }),
    table({
      title: 'The ledger alone',
      columns: [
        'jobs an instant',
        'claim, ms',
        'record, ms',
        'commits/fire',
        'bytes/fire',
        'of which attempts',
        'of which bodies',
      ],
      rows: Object.values(ledger).map((row) => [
        'no Temporal, no calls',
        ...pick(row, ['jobs', 'claimMs', 'recordMs']),
        ...pick(row.perFire, ['commits', 'bytesInAll']),
        ...pick((row.perFire as Row).bytes, ['Attempt', 'AttemptBody']),
      ]),
    }),
    table({
      title: 'Idle',
      columns: ['jobs', '% of one core', 'of that with no job', 'database bytes/job', 'measured'],
      rows: Object.values(idle).map((row) => [
        'far from due',
        ...pick(row, ['jobs', 'cpuInAll', 'cpuWithoutJobsInAll', 'bytesPerJob']),
        measuredOn(row),
      ]),
    }),
    table({
      title: 'Worker killed 2 s before the instant, ms late',
      columns: ['jobs held', 'worst', 'missed', 'twice', 'without a row', 'measured'],
      rows: Object.values(kill).map((row) => [
        'kill -9',
        ...pick(row, ['jobs', 'worstMs', 'missed', 'twice', 'lost']),
        measuredOn(row),
      ]),
    }),
    ...Object.values(web).map((row) =>
      table({
        title: `Pages of ${text(row.jobs)} jobs, ms at ${text(row.perSecond)} requests a second`,
        columns: ['p50', 'p99', 'max', 'errors', 'buffers of the dearest statement', 'allowed', 'within'],
        rows: [
          ...Object.entries(row.pages as Record<string, Row>).map(([name, page]) => [
            name,
            ...pick(page, ['p50Ms', 'p99Ms', 'maxMs', 'errors', 'buffers', 'bufferBudget']),
            page.isWithin ? 'yes' : '**no**',
          ]),
          ...Object.entries((row.groups ?? {}) as Record<string, Row>).map(([name, group]) => [
            `all of ${name}, p99 of ${text(row.budgetMs)} allowed`,
            ...pick(group, ['p50Ms', 'p99Ms', 'maxMs', 'errors']),
            ...['', '', group.isWithin ? 'yes' : '**no**'],
          ]),
          ['all', ...pick(row.all, ['p50Ms', 'p99Ms', 'maxMs', 'errors']), '', '', ''],
        ],
      }),
    ),
    ...Object.values(web).map((row) =>
      table({
        title: `Import into an account of ${text(row.jobs)} jobs, ms`,
        columns: ['preview', 'write'],
        rows: ((row.imports ?? []) as Row[]).map((one) => [
          `${text(one.jobs)} jobs`,
          ...pick(one, ['previewMs', 'writeMs']),
        ]),
      }),
    ),
    ...Object.values(api).map((row) =>
      table({
        title: `API over ${text(row.keys)} keys, ms at ${text(row.perSecond)} requests a second`,
        columns: ['requests', 'p50', 'p99', 'max', 'errors', 'allowed p99'],
        rows: Object.entries({ ...(row.calls as Record<string, Row>), all: row.all as Row }).map(
          ([name, call]) => [
            name,
            ...pick(call, ['requests', 'p50Ms', 'p99Ms', 'maxMs', 'errors']),
            ...pick(row, ['budgetMs']),
          ],
        ),
      }),
    ),
    ...Object.values(pages).map((row) =>
      table({
        title: `Pages in Chromium, the processor ${text(row.throttledCpu)} times slower`,
        columns: ['LCP, ms', 'worst', 'CLS', 'worst', 'INP, ms', 'worst', 'scripts, kB', 'allowed', 'within'],
        rows: Object.entries(row.pages as Record<string, Row>).map(([name, page]) => [
          name,
          ...['lcpMs', 'cls', 'inpMs'].flatMap((figure) => pick(page[figure], ['p75', 'worst'])),
          ...pick(page, ['scriptsKb']),
          allowedOf(page.allowed as Row),
          page.isWithin ? 'yes' : '**no**',
        ]),
      }),
    ),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Machine and date of a figure: two machines, or one machine on two days, differ by a factor of two. */
function measuredOn({ machine, at }: Row): string {
  return `${text((machine as Row | undefined)?.model)}, ${text(at).slice(0, 10)}`;
}

function allowedOf({ lcpMs, cls, inpMs, scriptsKb }: Row): string {
  return [lcpMs, cls, inpMs, scriptsKb].map(text).join(', ');
}

function table({ title, columns, rows }: { title: string; columns: string[]; rows: string[][] }): string {
  if (rows.length === 0) return '';
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line([title, ...columns]), line([title, ...columns].map(() => '---')), ...rows.map(line)].join(
    '\n',
  );
}

function pick(row: unknown, names: string[]): string[] {
  return names.map((name) => text((row as Row | undefined)?.[name]));
}

function text(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 3 });
  return typeof value === 'string' ? value : '–';
}
