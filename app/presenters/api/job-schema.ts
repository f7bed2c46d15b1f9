import { z } from 'zod';
import {
  catchUpPolicies,
  jobChannels,
  jobStatuses,
  jobTypes,
  notifyFrequencies,
  overlapPolicies,
  successCriteria,
} from '#domain/job/choices.ts';
import type { WireName } from '#domain/job/field-table.ts';
import { dayMs } from '#domain/time/units.ts';
import { httpMethods } from '#domain/job/http-methods.ts';
import { longestAuthText } from '#domain/job/request-auth.ts';
import { count, id, instant } from './field-schema.ts';
import { givenRetryDelays, retryDelaysSchema } from './retry-delays-schema.ts';
import { givenJobRules, ruleSchema } from './rule-schema.ts';

const text = z.string();
const credential = z.string().min(1).max(longestAuthText);
const authSchema = z.union([
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({
    type: z.literal('basic'),
    username: credential,
    password: z.string().max(longestAuthText),
  }),
  z.strictObject({ type: z.literal('bearer'), token: credential }),
  z.strictObject({ type: z.literal('header'), name: credential, value: credential }),
  z.strictObject({
    type: z.literal('oauth2'),
    token_url: credential,
    client_id: credential,
    client_secret: credential,
    scope: z.string().max(longestAuthText).nullish(),
    audience: z.string().max(longestAuthText).nullish(),
    client_auth: z.enum(['basic', 'body']).optional(),
  }),
]);

interface FieldWords {
  /** Values in responses. */
  schema: z.ZodType;
  description: string;
  example: unknown;
  /** A format that no pattern can tell. */
  format?: string;
}

/** A job's fields in the API document. */
export const jobWords: Record<WireName, FieldWords> = {
  name: { schema: text, description: 'Name of the job.', example: 'Nightly report' },
  description: { schema: text, description: 'Description of the job.', example: 'Builds the sales report.' },
  external_id: {
    schema: text.nullable(),
    description: 'Your own ID, unique in the account. `POST /jobs` with an existing one updates that job.',
    example: 'report-nightly',
  },
  status: {
    schema: z.enum(jobStatuses),
    description:
      "An active job runs; a paused one counts toward the plan's limit; an inactive one is a draft that does not.",
    example: 'active',
  },
  type: {
    schema: z.enum(jobTypes),
    description: 'email if `webhook_url` is a mailto address.',
    example: 'webhook',
  },
  cron_expression: {
    schema: text.nullable(),
    format: 'cron',
    description: 'Five fields: minute, hour, day of month, month, day of week. Null: manual only.',
    example: '0 6 * * 1-5',
  },
  timezone: {
    schema: text,
    format: 'time-zone',
    description: 'The IANA time zone of the schedule.',
    example: 'Europe/Paris',
  },
  webhook_url: {
    schema: text,
    format: 'target',
    description:
      'Where the call goes: http, https or mailto. It may use variables such as `{{scheduled_for}}`.',
    example: 'https://shop.example.com/reports',
  },
  http_method: { schema: z.enum(httpMethods), description: 'The HTTP method.', example: 'POST' },
  headers: {
    schema: z.record(text, text).nullable(),
    format: 'request-headers',
    description: 'Request headers. Secret values are returned as `********`; sending that back keeps them.',
    example: { 'content-type': 'application/json', authorization: '********' },
  },
  auth: {
    schema: authSchema,
    description:
      'Authentication of the request. `password`, `token`, `value` and `client_secret` are write-only: they are returned as `********`, and sending that back keeps them. `oauth2` uses client credentials: `token_url` issues the bearer token, which is kept until it expires; `scope` and `audience` are optional, `client_auth` is `basic` (the default) or `body`, and each text can contain `{{secret.NAME}}`.',
    example: { type: 'basic', username: 'reports', password: '********' },
  },
  payload: {
    schema: text.nullable(),
    description: 'The request body, any text up to 256 KiB (64 KiB for an email).',
    example: '{"scope": "daily"}',
  },
  timeout: {
    schema: count(300),
    description: 'Timeout of one attempt in seconds, from DNS lookup to the last byte.',
    example: 30,
  },
  retry_count: { schema: count(10), description: 'Number of retries after a failed attempt.', example: 3 },
  retry_delays: {
    schema: retryDelaysSchema,
    description:
      'Delays between attempts. default: the standard delays; fixed: `seconds` each time; exponential: `seconds`, doubled each time; list: each of `seconds` in turn, the last one repeated. Each from 1 to 86,400 s. `jitter` varies each by up to 20%.',
    example: { kind: 'list', seconds: [10, 60, 300], jitter: true },
  },
  success_criterion: {
    schema: z.enum(successCriteria),
    description:
      'The success criterion: the status alone, or the status and a pattern found, or not found, in the response.',
    example: 'status_code',
  },
  success_regex: {
    schema: text.nullable(),
    format: 're2',
    description: 'The pattern (RE2) of the criterion.',
    example: null,
  },
  accepted_statuses: {
    schema: text.nullable(),
    format: 'status-ranges',
    description: 'Statuses and ranges that count as success, instead of 2xx.',
    example: '200-204,302',
  },
  notify_frequency: {
    schema: z.enum(notifyFrequencies),
    description: 'When to notify.',
    example: 'on_failure',
  },
  notification_type: {
    schema: z.enum(jobChannels).nullable(),
    description: 'Notification channel. Requires `notification_config` and is cleared with it.',
    example: 'slack',
  },
  notification_config: {
    schema: text.nullable(),
    format: 'notification-config',
    description: 'Notification URL, or JSON text with `url`, `after`, `every` and `recovery`.',
    example: 'https://hooks.slack.com/services/T0/B0/x',
  },
  notify_rules: {
    schema: z.array(ruleSchema),
    description:
      'Further channels, each with its events: at most 5, or 4 if the job has a channel of its own. `channel` is the name of a channel, or in bodies its id; `events` defaults to failure, recovery, reminder, missed and paused; `after` is the number of failures in a row before the first notification. `notify_frequency` does not apply to them.',
    example: [{ channel: '#money', events: ['failure', 'recovery'], after: 3 }],
  },
  late_after: {
    schema: count(3_600).nullable(),
    description: 'Notify when a run starts more than this many seconds late, from 1 to 3,600. Null: off.',
    example: 30,
  },
  too_long_after: {
    schema: count(dayMs / 1_000).nullable(),
    description:
      'Notify when a run takes longer than this many seconds, from 1 to 86,400, while it is still running. Null: off.',
    example: 120,
  },
  certificate_days: {
    schema: count(90),
    description:
      "Notify when the target's TLS certificate expires within this many days, from 0 to 90; again 3 days and 1 day before. 0: off.",
    example: 14,
  },
  answer_watch: {
    schema: text.nullable(),
    format: 'watched-part',
    description:
      'Notify when this part of a successful response differs from the last success: `body`, a JSON path such as `$.version` or `$.items[0].id`, or a pattern (RE2) between slashes, whose first group is compared, such as `/version (\\d+)/`. Null: off.',
    example: '$.version',
  },
  overlap: {
    schema: z.enum(overlapPolicies),
    description: 'The overlap rule: what happens to a run while the previous one is in progress.',
    example: 'skip',
  },
  catch_up: {
    schema: z.enum(catchUpPolicies),
    description: 'Catch-up rule: which runs missed in an outage still run.',
    example: 'last',
  },
  signing: { schema: z.boolean(), description: 'Sign requests by Standard Webhooks.', example: false },
  follow_redirects: {
    schema: z.boolean(),
    description:
      'Follow up to 5 redirects. Credentials and secrets are not sent to other origins; the last response counts.',
    example: false,
  },
  tags: {
    schema: z.array(text),
    description: 'Up to 10 words of up to 40 characters.',
    example: ['reports'],
  },
};

/** Fields of bodies the schema of the form takes as text, too. */
export const givenFields: Partial<Record<WireName, z.ZodType>> = {
  retry_delays: givenRetryDelays.nullish(),
  auth: authSchema.nullish(),
  notify_rules: givenJobRules,
};

const read = (name: WireName) => {
  const { schema, description, example } = jobWords[name];
  return schema.meta({ description, examples: [example] });
};

const payloadOmitted = z.boolean().meta({
  description:
    "True in a list that leaves out this job's payload because it is over 4 KiB; `GET /jobs/{id}` returns it.",
  examples: [false],
});

/** Fields that the two representations of a job have in other places, or otherwise. */
const different = new Set(['name', 'status', 'webhook_url', 'timeout', 'cron_expression', 'headers']);

/** Fields shared by both representations of a job. */
const shared = Object.fromEntries(
  (Object.keys(jobWords) as WireName[])
    .filter((name) => !different.has(name))
    .flatMap((name): [string, z.ZodType][] =>
      name === 'payload'
        ? [
            [name, read(name).optional()],
            ['payload_omitted', payloadOmitted],
          ]
        : [[name, read(name)]],
    ),
);

const leading = {
  id: id('The id of the job.', 42),
  name: read('name'),
  status: read('status'),
  webhook_url: read('webhook_url'),
  timeout: read('timeout'),
};

const runs = {
  last_run: instant('Start time of the last execution.').nullable(),
  next_run: instant('The next scheduled time; null if there is none.').nullable(),
};

const shown = {
  paused_until: instant('Time when the pause ends automatically.').nullable(),
  pause_reason: text.nullable().meta({ description: 'Reason of an automatic pause.', examples: [null] }),
  skips: z
    .array(instant('A future scheduled time.'))
    .meta({ description: 'Future scheduled times to skip.', examples: [[]] }),
  version: id('Version number; compared with `If-Match`.', 7),
  created_at: instant('Creation time of the job.'),
  updated_at: instant('Time of the last change.'),
  failed_executions_count: count().meta({ description: 'All time.', examples: [2] }),
  successful_executions_count: count().meta({ description: 'All time.', examples: [1_240] }),
};

const { name, status, webhook_url, timeout } = leading;
const cron = read('cron_expression');
const keyJob = z
  .object({
    id: leading.id,
    name,
    cron,
    status,
    webhook_url,
    timeout,
    ...shared,
    headers: read('headers'),
    ...runs,
    ...shown,
  })
  .meta({ id: 'Job', description: 'A job, as returned for an API key.' });

const tokenJob = z
  .object({
    ...leading,
    cron_expression: cron,
    ...runs,
    ...shared,
    headers: text.nullable().meta({
      description: 'Request headers, as JSON text. Values of secret ones read `********`.',
      examples: ['{"x-shop": "7"}'],
    }),
    ...shown,
  })
  .meta({ id: 'JobForToken', description: 'A job, as returned for a product token.' });

/** By the credential (D18). */
export const jobSchema = z.union([keyJob, tokenJob]);
