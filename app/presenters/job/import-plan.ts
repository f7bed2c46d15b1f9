import { fieldTable } from '#domain/job/field-table.ts';
import { describeCron } from '#domain/schedule/cron-description.ts';
import { isUnchosen } from '#server/transfer/select-jobs.server.ts';
import type { ImportChoices, ImportPlan, ImportedJob } from '#server/transfer/types.ts';

/** Optional: left out unless chosen. No-room: above the limit of the plan. */
export type ImportOutcome = ImportedJob['outcome'] | 'optional' | 'no-room' | 'left-out';

/** A line of the dry run. */
export interface ImportRow {
  line: number;
  outcome: ImportOutcome;
  /** The job's name, or the text of a line that is none. */
  title: string;
  /** Where and when, under the name. */
  target: string | null;
  schedule: string | null;
  /** Changes, errors and omitted parts: a sentence each. */
  details: string[];
  /** The box that imports it; null where there is nothing to write. */
  take: { place: number; isTicked: boolean } | null;
  /** An expression it can have instead of its own. */
  offer: { expression: string; isTicked: boolean } | null;
  /** A larger plan has room for it. */
  canUpgrade: boolean;
}

/** Effect of an import, for its page. */
export interface ImportView {
  rows: ImportRow[];
  counts: Record<ImportOutcome, number>;
  digest: string;
}

/** @param choices what the plan was made with; absent before anybody could choose */
export function toImportView(
  { jobs, leftOut, digest }: ImportPlan,
  choices: ImportChoices = { taken: null, offers: null },
): ImportView {
  const rows: ImportRow[] = [
    ...jobs.map((job, index) => rowOf({ job, index, choices })),
    ...leftOut.map(({ line, text, reason }) => ({
      line,
      outcome: 'left-out' as const,
      title: text.slice(0, 200),
      target: null,
      schedule: null,
      details: [reason],
      take: null,
      offer: null,
      canUpgrade: false,
    })),
  ].sort((one, other) => one.line - other.line);
  const counts = { new: 0, changed: 0, same: 0, optional: 0, 'no-room': 0, refused: 0, 'left-out': 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return { rows, counts, digest };
}

function rowOf({
  job,
  index,
  choices: { taken, offers },
}: {
  job: ImportedJob;
  index: number;
  choices: ImportChoices;
}): ImportRow {
  const input = 'input' in job ? job.input : null;
  const isTicked = !isUnchosen({ job, index, taken });
  const { line, noRoom, offer } = job;
  const expression = input && offer;
  return {
    line,
    outcome: noRoom ? 'no-room' : job.isOptional && !isTicked ? 'optional' : job.outcome,
    title: job.name || job.externalId || 'A job without a name',
    target: input && `${input.httpMethod} ${input.webhookUrl}`,
    schedule:
      input && scheduleWords({ ...input, sentence: job.sentence ?? describeCron(input.cronExpression) }),
    details: [
      ...detailsOf(job),
      ...(noRoom ? [noRoom.message] : []),
      ...job.hints,
      ...(job.scheduleHints ?? []),
    ],
    take: input && { place: index, isTicked },
    offer: expression ? { expression, isTicked: offers === null || offers.has(line) } : null,
    canUpgrade: noRoom?.canUpgrade ?? false,
  };
}

function scheduleWords({
  cronExpression,
  timeZone,
  sentence,
}: {
  cronExpression: string | null;
  timeZone: string;
  sentence: string;
}): string {
  return cronExpression === null ? sentence : `${sentence}, ${timeZone}`;
}

function detailsOf(job: ImportedJob): string[] {
  if (job.outcome === 'changed')
    return [`Changes ${job.changed.map((column) => fieldTable[column].wire).join(', ')}.`];
  if (job.outcome === 'same') return ['Already exists, unchanged.'];
  if (job.outcome === 'new') return [];
  return job.errors.map(({ field, line, message }) => `${field ? `${field}, ` : ''}line ${line}: ${message}`);
}
