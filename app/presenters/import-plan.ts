import { describeCron } from '#domain/cron-description.ts';
import { wireNameOf } from '#domain/job-wire.ts';
import type { ImportPlan, PlannedJob } from '#server/transfer/types.ts';

export type ImportOutcome = PlannedJob['outcome'] | 'left-out';

/** A line of the dry run. */
export interface ImportRow {
  line: number;
  outcome: ImportOutcome;
  /** The job's name, or the text of a line that is none. */
  title: string;
  /** Where and when, under the name. */
  target: string | null;
  schedule: string | null;
  /** What changes, what is wrong, what is not taken: a sentence each. */
  details: string[];
}

/** What an import would do, for its page. */
export interface ImportView {
  rows: ImportRow[];
  counts: Record<ImportOutcome, number>;
  digest: string;
}

export function toImportView({ jobs, leftOut, digest }: ImportPlan): ImportView {
  const rows: ImportRow[] = [
    ...jobs.map(rowOf),
    ...leftOut.map(({ line, text, reason }) => ({
      line,
      outcome: 'left-out' as const,
      title: text.slice(0, 200),
      target: null,
      schedule: null,
      details: [reason],
    })),
  ].sort((one, other) => one.line - other.line);
  const counts = { new: 0, changed: 0, same: 0, refused: 0, 'left-out': 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return { rows, counts, digest };
}

function rowOf(job: PlannedJob): ImportRow {
  const input = 'input' in job ? job.input : null;
  return {
    line: job.line,
    outcome: job.outcome,
    title: job.name || job.externalId || 'A job without a name',
    target: input && `${input.httpMethod} ${input.webhookUrl}`,
    schedule: input && scheduleWords(input),
    details: [...detailsOf(job), ...job.notes],
  };
}

function scheduleWords({
  cronExpression,
  timeZone,
}: {
  cronExpression: string | null;
  timeZone: string;
}): string {
  return cronExpression === null ? 'Manual only' : `${describeCron(cronExpression)}, ${timeZone}`;
}

function detailsOf(job: PlannedJob): string[] {
  if (job.outcome === 'changed') return [`Changes ${job.changed.map(wireOf).join(', ')}.`];
  if (job.outcome === 'same') return ['It is there already, and the same.'];
  if (job.outcome === 'new') return [];
  return job.faults.map(({ field, line, message }) => `${field ? `${field}, ` : ''}line ${line}: ${message}`);
}

/** The database's name of a field as documents have it. */
function wireOf(name: string): string {
  const renamed: Record<string, string> = {
    webhookUrl: 'webhookURL',
    timeoutSeconds: 'timeout',
    timeZone: 'timezone',
    isSigned: 'signing',
  };
  return wireNameOf(renamed[name] ?? name);
}
