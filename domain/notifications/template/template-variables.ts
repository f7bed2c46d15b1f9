// The variables of an own webhook body. Their names are those of the standard body: run is its data.execution, incident
// its data.streak, event its data.event with what stands beside it.

/** Kind of a value: it decides the spelling in JSON, and times alone take the filter `time`. */
export type TemplateValueKind = 'text' | 'number' | 'time';

export interface TemplateVariable {
  name: string;
  meaning: string;
  kind: TemplateValueKind;
  /** Its value in the example event, as `TemplateValues` has it; null if that event has none. */
  example: TemplateValue;
}

/** A value; times are ISO 8601 in UTC. */
export type TemplateValue = string | number | null;

/** Values by the name of the variable; a name that is left out counts as null. */
export type TemplateValues = Readonly<Partial<Record<string, TemplateValue>>>;

type Row = [name: string, meaning: string, example: TemplateValue, kind?: TemplateValueKind];

const rows: Row[] = [
  ['event.type', 'Type, such as job.failed', 'job.failed'],
  ['event.at', 'When it was enqueued', '2026-11-22T01:31:12.412Z', 'time'],
  ['event.rule', 'Why it is sent, such as failure or recovery', 'failure'],
  ['event.title', 'One line', 'Nightly invoices failed'],
  [
    'event.text',
    'The whole message',
    'Nightly invoices failed. Failed: the response was 503; this job expects 2xx.',
  ],
  ['event.count', 'Notifications in a digest, else 1', 1, 'number'],
  ['event.lateness_ms', 'Late: milliseconds after the scheduled time', null, 'number'],
  ['event.late_after', 'Late: the limit in seconds', null, 'number'],
  ['event.duration', 'Too long: milliseconds, once the run has ended', null, 'number'],
  ['event.too_long_after', 'Too long: the limit in seconds', null, 'number'],
  ['event.host', 'Certificate: its host', null],
  ['event.subject', 'Certificate: its subject', null],
  ['event.issuer', 'Certificate: its issuer', null],
  ['event.ends_at', 'Certificate: when it expires', null, 'time'],
  ['event.answer_watch', 'Response changed: the watched part', null],
  ['event.before', 'Response changed: the former value', null],
  ['event.after', 'Response changed: the new value', null],
  ['job.id', 'Number of the job', 7, 'number'],
  ['job.name', 'Name of the job', 'Nightly invoices'],
  ['job.cron', 'Cron expression', '30 2 * * *'],
  ['job.timezone', 'Time zone of the job', 'Europe/Paris'],
  ['job.status', 'active, paused or inactive', 'active'],
  ['job.url', 'Page of the job', 'https://punctual.example/dashboard/jobs/7'],
  ['run.id', 'Number of the run', 4711, 'number'],
  ['run.trigger', 'schedule, catch_up, manual, api or replay', 'schedule'],
  ['run.scheduled_for', 'Scheduled time', '2026-11-22T01:30:00.000Z', 'time'],
  ['run.start_time', 'When it started', '2026-11-22T01:30:00.120Z', 'time'],
  ['run.end_time', 'When it ended', '2026-11-22T01:31:12.380Z', 'time'],
  ['run.duration', 'Milliseconds from start to end', 72_260, 'number'],
  ['run.lateness_ms', 'Milliseconds from the scheduled time to the start', 120, 'number'],
  ['run.status', 'Status, such as success or failed', 'failed'],
  ['run.outcome', 'Outcome, such as failed or missed', 'failed'],
  ['run.reason', 'Why it was skipped', null],
  ['run.status_code', 'HTTP status of the response', 503, 'number'],
  ['run.error', 'Error code', 'status_rejected'],
  ['run.verdict', 'The result in words', 'Failed: the response was 503; this job expects 2xx.'],
  ['run.attempts', 'Number of attempts', 4, 'number'],
  ['run.missed_until', 'Missed: the last of these times', null, 'time'],
  ['run.missed_count', 'Missed: number of runs', null, 'number'],
  ['run.url', 'Page of the run', 'https://punctual.example/dashboard/jobs/7/executions/4711'],
  ['incident.id', 'Number of the incident', 12, 'number'],
  ['incident.failures', 'Consecutive failures', 1, 'number'],
  ['incident.since', 'When the first of them ended', '2026-11-22T01:31:12.380Z', 'time'],
  ['incident.url', 'Page of the incident', 'https://punctual.example/dashboard/incidents/12'],
];

/** All variables of a template, in the order of the docs. */
export const templateVariables: readonly TemplateVariable[] = rows.map(
  ([name, meaning, example, kind = 'text']) => ({ name, meaning, kind, example }),
);

/** The values of an event that stands in where an account has had none. */
export const exampleValues: TemplateValues = Object.fromEntries(
  templateVariables.map(({ name, example }) => [name, example]),
);
