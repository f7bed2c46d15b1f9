import type { JobFields } from './job-fields.ts';
import type { JobInput } from './job.ts';
import { toWireAuth } from './request-auth.ts';
import { toWireDelays } from './retry-delays.ts';

/** A job as it is written down outside: in the API, in imports and exports (specification section 3, D40). */
export type WireJob = Record<string, unknown>;

/** The names outside, in the order in which a job is written, and the fields of the schema they fill. */
export const fieldOf = {
  name: 'name',
  description: 'description',
  external_id: 'externalId',
  status: 'status',
  type: 'type',
  cron_expression: 'cronExpression',
  timezone: 'timezone',
  webhook_url: 'webhookURL',
  http_method: 'httpMethod',
  headers: 'headers',
  auth: 'auth',
  payload: 'payload',
  timeout: 'timeout',
  retry_count: 'retryCount',
  retry_delays: 'retryDelays',
  success_criterion: 'successCriterion',
  success_regex: 'successRegex',
  accepted_statuses: 'acceptedStatuses',
  notify_frequency: 'notifyFrequency',
  notification_type: 'notificationType',
  notification_config: 'notificationConfig',
  overlap: 'overlap',
  catch_up: 'catchUp',
  signing: 'signing',
  follow_redirects: 'followRedirects',
  tags: 'tags',
} as const satisfies Record<string, keyof JobFields>;

export type WireName = keyof typeof fieldOf;

/** Spelled otherwise in the public API (D18). */
const aliases = new Map<string, WireName>([['cron', 'cron_expression']]);

/** Read-only fields of an API response. */
export const readOnlyNames: ReadonlySet<string> = new Set(
  'id payload_omitted last_run next_run created_at updated_at version failed_executions_count successful_executions_count pause_reason'.split(
    ' ',
  ),
);

/** A name in the spelling of the API: webhookURL and webhookUrl are webhook_url. */
export function snakeOf(name: string): string {
  return name.replace(
    /([a-z0-9])([A-Z]+)/g,
    (_, before: string, capitals: string) => `${before}_${capitals.toLowerCase()}`,
  );
}

const wireNames = Object.keys(fieldOf) as WireName[];
const isWireName = (name: string): name is WireName => Object.hasOwn(fieldOf, name);

/** A field as it is named outside; of a field of the form's own the one that it makes. */
export function wireNameOf(field: string): string {
  return wireNames.find((name) => fieldOf[name] === field) ?? field;
}

/** A job written down with all its fields, in the order of fieldOf. */
export function toWireJob(input: JobInput): Record<WireName, unknown> {
  return {
    name: input.name,
    description: input.description,
    external_id: input.externalId,
    status: input.status,
    type: input.type,
    cron_expression: input.cronExpression,
    timezone: input.timeZone,
    webhook_url: input.webhookUrl,
    http_method: input.httpMethod,
    headers: input.headers,
    auth: toWireAuth(input.auth),
    payload: input.payload,
    timeout: input.timeoutSeconds,
    retry_count: input.retryCount,
    retry_delays: toWireDelays(input.retryDelays),
    success_criterion: input.successCriterion,
    success_regex: input.successRegex,
    accepted_statuses: input.acceptedStatuses,
    notify_frequency: input.notifyFrequency,
    notification_type: input.notificationType,
    notification_config: input.notificationConfig,
    overlap: input.overlap,
    catch_up: input.catchUp,
    signing: input.isSigned,
    follow_redirects: input.followRedirects,
    tags: input.tags,
  };
}

/**
 * The fields a job gives in either spelling, by the names of the schema, plus unknown names and duplicates. Read-only
 * fields are ignored, so a response can be sent back.
 */
export function readWireJob(job: WireJob): { fields: Record<string, unknown>; unknown: string[] } {
  const fields: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const [given, value] of Object.entries(job)) {
    const snake = snakeOf(given);
    const name = aliases.get(snake) ?? snake;
    if (isWireName(name) && !Object.hasOwn(fields, fieldOf[name])) fields[fieldOf[name]] = value;
    else if (!readOnlyNames.has(snake)) unknown.push(given);
  }
  return { fields, unknown };
}
