import { describeCron } from '#domain/cron-description.ts';
import { wireNameOf } from '#domain/job-wire.ts';
import type { ImportChoices, ImportPlan, PlannedJob } from '#server/transfer/types.ts';

/** Optional: left out unless chosen. */
export type ImportOutcome = PlannedJob['outcome'] | 'optional' | 'left-out';

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
  /** What can be chosen of it by a box, and whether it is ticked. */
  choice: { field: 'take' | 'offer'; label: string; expression: string | null; isTicked: boolean } | null;
}

/** What an import would do, for its page. */
export interface ImportView {
  rows: ImportRow[];
  counts: Record<ImportOutcome, number>;
  digest: string;
}

/** @param choices what the plan was made with; absent before anybody could choose */
export function toImportView(
  { jobs, leftOut, digest }: ImportPlan,
  choices: ImportChoices = { taken: new Set(), offers: null },
): ImportView {
  const rows: ImportRow[] = [
    ...jobs.map((job) => rowOf({ job, choices })),
    ...leftOut.map(({ line, text, reason }) => ({
      line,
      outcome: 'left-out' as const,
      title: text.slice(0, 200),
      target: null,
      schedule: null,
      details: [reason],
      choice: null,
    })),
  ].sort((one, other) => one.line - other.line);
  const counts = { new: 0, changed: 0, same: 0, optional: 0, refused: 0, 'left-out': 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return { rows, counts, digest };
}

function rowOf({ job, choices }: { job: PlannedJob; choices: ImportChoices }): ImportRow {
  const input = 'input' in job ? job.input : null;
  const choice = choiceOf({ job, choices });
  const isUnticked = choice?.field === 'take' && !choice.isTicked;
  return {
    line: job.line,
    outcome: isUnticked ? 'optional' : job.outcome,
    title: job.name || job.externalId || 'A job without a name',
    target: input && `${input.httpMethod} ${input.webhookUrl}`,
    schedule:
      input && scheduleWords({ ...input, sentence: job.sentence ?? describeCron(input.cronExpression) }),
    details: [...detailsOf(job), ...job.notes, ...(job.scheduleNotes ?? [])],
    choice,
  };
}

function choiceOf({
  job: { outcome, line, isOptional, offer },
  choices: { taken, offers },
}: {
  job: PlannedJob;
  choices: ImportChoices;
}): ImportRow['choice'] {
  if (outcome !== 'new' && outcome !== 'changed') return null;
  if (isOptional)
    return { field: 'take', label: 'Import anyway', expression: null, isTicked: taken.has(line) };
  if (offer === undefined) return null;
  const isTicked = offers === null || offers.has(line);
  return { field: 'offer', label: 'Use', expression: offer, isTicked };
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

function detailsOf(job: PlannedJob): string[] {
  if (job.outcome === 'changed') return [`Changes ${job.changed.map(wireOf).join(', ')}.`];
  if (job.outcome === 'same') return ['Already exists, unchanged.'];
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
