import { engineTables } from './engine-tables.ts';
import type { Results } from './results.ts';
import { measuredOn, pick, type Row, table, text } from './table-text.ts';

/** The results as readable tables. */
export function tablesOf(results: Results): string {
  const { burst = {}, peers = {}, web = {}, api = {}, pages = {} } = results;
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
    ...engineTables(results),
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

function allowedOf({ lcpMs, cls, inpMs, scriptsKb }: Row): string {
  return [lcpMs, cls, inpMs, scriptsKb].map(text).join(', ');
}
