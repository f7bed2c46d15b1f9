import { fieldTable, type InputName, type JobInput, type WireName, writtenColumns } from './field-table.ts';
import { toWireAuth } from './request-auth.ts';
import { toWireDelays } from './retry-delays.ts';

/** A job in the API, in imports and exports (specification section 3, D40). */
export type WireJob = Record<string, unknown>;

/** The names outside, in the order in which a job is written, and the fields of the schema they fill. */
export const fieldOf = Object.fromEntries(
  writtenColumns.map((column) => [fieldTable[column].wire, fieldTable[column].input]),
) as Record<WireName, InputName>;

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

/**
 * Name of a field in the API; for a field that only the form has, the one made from it.
 * @param field or a place in it: notifyRules.0.events is notify_rules.0.events
 */
export function wireNameOf(field: string): string {
  const [first = field, ...place] = field.split('.');
  return [wireNames.find((name) => fieldOf[name] === first) ?? first, ...place].join('.');
}

/** A job written down with all its fields, in the order of fieldOf. */
export function toWireJob(input: JobInput): Record<WireName, unknown> {
  const job: Partial<Record<WireName, unknown>> = {};
  for (const column of writtenColumns) job[fieldTable[column].wire] = input[column];
  return Object.assign(job as Record<WireName, unknown>, {
    auth: toWireAuth(input.auth),
    retry_delays: toWireDelays(input.retryDelays),
    notify_rules: input.notifyRules ?? [],
  });
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
