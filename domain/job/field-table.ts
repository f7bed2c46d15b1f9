import type { CatchUp, Criterion, JobStatus, JobType, Overlap } from './choices.ts';
import type { HttpMethod } from './http-methods.ts';
import type { RequestAuth } from './request-auth.ts';
import { initial, type JobField } from './job-field.ts';
import { notificationFields } from './notification-fields.ts';
import type { RetryDelays } from './retry-delays.ts';

// Every field of a job, by its column. Types, form, API, versions, imports, exports and lists of changes are derived from
// it. The rule of its input is in job-fields.ts: this module has no zod, because pages load it.

const table = {
  name: {
    input: 'name',
    wire: 'name',
    label: 'Job Name',
    section: 'url',
    default: initial<string>(''),
    characters: 'line',
  },
  description: {
    input: 'description',
    wire: 'description',
    label: 'Description',
    section: 'url',
    default: initial<string>(''),
    characters: 'text',
  },
  type: {
    input: 'type',
    wire: 'type',
    label: 'Type',
    section: 'url',
    default: initial<JobType>('webhook'),
  },
  webhookUrl: {
    input: 'webhookURL',
    wire: 'webhook_url',
    label: 'Webhook URL',
    section: 'url',
    default: initial<string>(''),
    characters: 'content',
    isSealed: true,
  },
  httpMethod: {
    input: 'httpMethod',
    wire: 'http_method',
    label: 'HTTP Method',
    section: 'http',
    default: initial<HttpMethod>('GET'),
  },
  headers: {
    input: 'headers',
    wire: 'headers',
    label: 'Headers',
    section: 'http',
    default: initial<Record<string, string> | null>(null),
    characters: 'content',
    isJson: true,
    isSealed: true,
  },
  auth: {
    input: 'auth',
    wire: 'auth',
    label: 'Authentication',
    section: 'http',
    default: initial<RequestAuth | null>(null),
    isJson: true,
    isSealed: true,
  },
  payload: {
    input: 'payload',
    wire: 'payload',
    label: 'Payload',
    section: 'http',
    default: initial<string | null>(null),
    characters: 'content',
    isSealed: true,
  },
  timeoutSeconds: {
    input: 'timeout',
    wire: 'timeout',
    label: 'Timeout',
    section: 'timeout',
    default: initial<number>(30),
  },
  retryCount: {
    input: 'retryCount',
    wire: 'retry_count',
    label: 'Retry Count',
    section: 'timeout',
    default: initial<number>(3),
  },
  retryDelays: {
    input: 'retryDelays',
    wire: 'retry_delays',
    label: 'Retry Delays',
    section: 'timeout',
    default: initial<RetryDelays | null>(null),
    isJson: true,
  },
  cronExpression: {
    input: 'cronExpression',
    wire: 'cron_expression',
    label: 'Schedule',
    section: 'url',
    default: initial<string | null>(null),
  },
  timeZone: {
    input: 'timezone',
    wire: 'timezone',
    label: 'Time zone',
    section: 'url',
    default: initial<string>('UTC'),
  },
  successCriterion: {
    input: 'successCriterion',
    wire: 'success_criterion',
    label: 'Success Criterion',
    section: 'criterion',
    default: initial<Criterion>('status_code'),
  },
  successRegex: {
    input: 'successRegex',
    wire: 'success_regex',
    label: 'Pattern',
    section: 'criterion',
    default: initial<string | null>(null),
    characters: 'text',
  },
  acceptedStatuses: {
    input: 'acceptedStatuses',
    wire: 'accepted_statuses',
    label: 'Accepted Statuses',
    section: 'criterion',
    default: initial<string | null>(null),
    characters: 'line',
  },
  ...notificationFields,
  status: {
    input: 'status',
    wire: 'status',
    label: 'Job Status',
    section: 'status',
    default: initial<JobStatus>('active'),
  },
  tags: {
    input: 'tags',
    wire: 'tags',
    label: 'Tags',
    section: 'status',
    default: initial<string[]>([]),
    characters: 'line',
  },
  externalId: {
    input: 'externalId',
    wire: 'external_id',
    label: 'External Id',
    section: 'status',
    default: initial<string | null>(null),
    characters: 'line',
  },
  overlap: {
    input: 'overlap',
    wire: 'overlap',
    label: 'If the last run is still going',
    section: 'url',
    default: initial<Overlap>('skip'),
  },
  catchUp: {
    input: 'catchUp',
    wire: 'catch_up',
    label: 'If a run is missed',
    section: 'url',
    default: initial<CatchUp>('last'),
  },
  isSigned: {
    input: 'signing',
    wire: 'signing',
    label: 'Signing',
    section: 'http',
    default: initial<boolean>(false),
  },
  followRedirects: {
    input: 'followRedirects',
    wire: 'follow_redirects',
    label: 'Follow redirects',
    section: 'http',
    default: initial<boolean>(false),
  },
} as const satisfies Record<string, JobField>;

type Table = typeof table;
export type JobColumn = keyof Table;
export type InputName = Table[JobColumn]['input'];
export type WireName = Table[JobColumn]['wire'];

/** The fields of a job in the names and types of the database, decrypted. */
export type JobInput = { -readonly [Column in JobColumn]: Table[Column]['default'] };

type ColumnsWith<Mark> = { [Column in JobColumn]: Table[Column] extends Mark ? Column : never }[JobColumn];
/** Columns that hold another text than the value: JSON, or encrypted. */
export type EncodedColumn = ColumnsWith<{ isSealed: true }> | ColumnsWith<{ isJson: true }>;

/** The table, by column. */
export const fieldTable: Record<JobColumn, JobField & { input: InputName; wire: WireName }> = table;

export const fieldColumns = Object.keys(table) as JobColumn[];

export const encodedColumns = fieldColumns.filter((column): column is EncodedColumn => {
  const { isJson, isSealed } = fieldTable[column];
  return isJson === true || isSealed === true;
});

const writtenFirst: readonly JobColumn[] = [
  'name',
  'description',
  'externalId',
  'status',
  'type',
  'cronExpression',
  'timeZone',
  'webhookUrl',
];
const writtenLast: readonly JobColumn[] = ['tags'];
/** The fields in the order of the API, imports and exports. */
export const writtenColumns: readonly JobColumn[] = [
  ...writtenFirst,
  ...fieldColumns.filter((column) => ![...writtenFirst, ...writtenLast].includes(column)),
  ...writtenLast,
];

/** The values of a new job. Name and target are empty: they have to be given. */
export const newJob = Object.fromEntries(
  fieldColumns.map((column) => [column, fieldTable[column].default]),
) as JobInput;

/** Builds a job field by field. A loop, because Object.fromEntries takes three times as long. */
export function buildJob(valueOf: (column: JobColumn) => unknown): JobInput {
  const job: Partial<Record<JobColumn, unknown>> = {};
  for (const column of fieldColumns) job[column] = valueOf(column);
  return job as JobInput;
}
