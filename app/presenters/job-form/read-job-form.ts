import { fieldTable } from '#domain/job/field-table.ts';
import { delayText, readDelay, readRetryDelays } from '#domain/job/retry-delays.ts';
import { splitCronZone } from '#domain/schedule/cron-zone.ts';
import { indentJson } from '#domain/text/indent-json.ts';
import { ruleControls, rulesOfRows } from './rule-rows.ts';

export const fiveFields = ['Minute', 'Hour', 'DayOfMonth', 'Month'] as const;

/** The version of the job the form was opened with. */
export const versionField = 'version';

/** The version the form was opened with first: a conflict bases it on a newer one. */
export const openedField = 'openedVersion';

/** Controls of an authentication beside its type and its secret. */
export const authControls = [
  ...['authUser', 'authName', 'authTokenUrl', 'authClientId', 'authScope', 'authAudience', 'authClientAuth'],
] as const;

/** The radio for a conflicting field: `theirs`, or the form's own value. */
export const keepControl = (field: string) => `keep-${field}`;

/** Boxes for single fields; an unticked one is not sent. */
const unticked = Object.fromEntries(
  Object.values(fieldTable).flatMap((field) =>
    typeof field.default === 'boolean' ? [[field.input, '']] : [],
  ),
) as Record<string, string>;

/** Values of a form restarted with the typed text. */
export function refilled<Values extends Record<keyof Values, string>>({
  opened,
  typed,
}: {
  opened: Values;
  /** As readJobForm makes it of the whole form. */
  typed: Record<string, string>;
}): Values {
  return { ...opened, ...unticked, ...typed };
}

/**
 * The form of a job in its schema's shape. Alternative controls become their field: the pickers of Builder, the rows of
 * headers, the choices of a notification. Hidden fields are not sent (D25). The browser uses the same function for
 * previews and tests as the save.
 */
export function readJobForm(sent: FormData): FormData {
  const form = new FormData();
  for (const [name, value] of sent) form.append(name, value);
  followTarget(form);
  if (form.get('mode') === 'builder') takePickers(form);
  if (form.get('mode') === 'cron') takeZone(form);
  if (form.get('headersAs') === 'rows') form.set('headers', headersOfRows(form));
  if (form.get('successCriterion') === 'status_code') form.delete('successRegex');
  takeNotification(form);
  if (form.has(ruleControls(0).channel)) form.set('notifyRules', rulesOfRows(form));
  takeRetryDelays(form);
  takeAuth(form);
  return form;
}

/** The type follows the target; an address alone in an email job is one of mail. */
function followTarget(form: FormData): void {
  const target = textOf(form, 'webhookURL').trim();
  if (/^mailto:/i.test(target)) form.set('type', 'email');
  else if (form.get('type') === 'email' && /^[^\s/:@]+@[^\s/:]+$/.test(target))
    form.set('webhookURL', `mailto:${target}`);
  else if (target !== '') form.set('webhookURL', target);
}

/** `CRON_TZ=Europe/Berlin 0 9 * * *` in the expression names its zone. */
function takeZone(form: FormData): void {
  const zoned = splitCronZone(textOf(form, 'cronExpression'));
  if (!zoned) return;
  form.set('cronExpression', zoned.cron);
  form.set('timezone', zoned.timeZone);
}

function takePickers(form: FormData): void {
  for (const field of fiveFields) {
    const picked = form.get(`builder${field}`);
    if (typeof picked === 'string') form.set(`${field.charAt(0).toLowerCase()}${field.slice(1)}`, picked);
  }
  if (!form.has('builderWeekday')) return;
  // The first one is hidden and shown when no day is picked.
  const [kept = '*', ...days] = form.getAll('builderWeekday').map(String);
  form.set('dayOfWeek', days.length > 0 && days.length < 7 ? days.join(',') : days.length === 7 ? '*' : kept);
}

function headersOfRows(form: FormData): string {
  const names = form.getAll('headerName').map(String);
  const values = form.getAll('headerValue').map(String);
  return rowsToJson(names.map((name, index) => ({ name, value: values[index] ?? '' })));
}

export interface HeaderRow {
  name: string;
  value: string;
}

/** Rows as the saved JSON; a repeated name is joined as HTTP does. */
export function rowsToJson(rows: readonly HeaderRow[]): string {
  const headers = new Map<string, string>();
  for (const { name, value } of rows) {
    const key = name.trim();
    if (key === '' && value.trim() === '') continue;
    const before = headers.get(key);
    headers.set(key, before === undefined ? value.trim() : `${before}, ${value.trim()}`);
  }
  return headers.size === 0 ? '' : indentJson(JSON.stringify(Object.fromEntries(headers)));
}

/** The rows of a JSON text; null where it is no object of texts. */
export function jsonToRows(json: string): HeaderRow[] | null {
  if (json.trim() === '') return [];
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
    const entries = Object.entries(parsed);
    if (entries.some(([, value]) => typeof value !== 'string')) return null;
    return entries.map(([name, value]) => ({ name, value: value as string }));
  } catch {
    return null;
  }
}

function takeNotification(form: FormData): void {
  if (form.get('notifyFrequency') === 'never') {
    form.delete('notificationType');
    form.delete('notificationConfig');
  }
  if (form.get('notificationType') === '') form.delete('notificationConfig');
  const url = textOf(form, 'notificationConfig').trim();
  if (url === '' || !form.has('notifyAfter')) return;
  const after = Number(textOf(form, 'notifyAfter'));
  const [every, recovery] = [form.get('notifyEvery') === 'on', form.get('notifyRecovery') === 'on'];
  if (after === 1 && !every && recovery) form.set('notificationConfig', url);
  else form.set('notificationConfig', JSON.stringify({ url, after, every, recovery }));
}

export interface NotificationChoices {
  url: string;
  after: string;
  every: boolean;
  recovery: boolean;
}

/** A notification_config in its controls; what is neither a URL nor such JSON stays as it was typed. */
export function notificationChoices(config: string): NotificationChoices {
  const plain = { url: config, after: '1', every: false, recovery: true };
  if (!config.trim().startsWith('{')) return plain;
  try {
    const { url, after = 1, every = false, recovery = true } = JSON.parse(config) as Record<string, unknown>;
    if (typeof url !== 'string') return plain;
    return { url, after: String(after), every: every === true, recovery: recovery !== false };
  } catch {
    return plain;
  }
}

/** The kind, the waits and the jitter become one field; waits that cannot be read stay as typed, for their error. */
function takeRetryDelays(form: FormData): void {
  const kind = form.get('retryKind');
  if (typeof kind !== 'string') return;
  if (kind === 'default') {
    form.set('retryDelays', '');
    return;
  }
  const typed = textOf(form, 'retryDelays').trim();
  const waitOf = (text: string) => readDelay(text) ?? text.trim();
  const seconds = kind === 'list' ? typed.split(',').map(waitOf) : waitOf(typed);
  form.set('retryDelays', JSON.stringify({ kind, seconds, jitter: form.get('retryJitter') === 'on' }));
}

/** The type and its fields become one field; the secret is typed in the field itself. */
function takeAuth(form: FormData): void {
  const type = form.get('authType');
  if (typeof type !== 'string') return;
  const secret = textOf(form, 'auth');
  const fields = {
    basic: { username: textOf(form, 'authUser'), password: secret },
    bearer: { token: secret.trim() },
    header: { name: textOf(form, 'authName').trim(), value: secret.trim() },
    oauth2: {
      token_url: textOf(form, 'authTokenUrl').trim(),
      client_id: textOf(form, 'authClientId').trim(),
      client_secret: secret,
      scope: textOf(form, 'authScope').trim(),
      audience: textOf(form, 'authAudience').trim(),
      client_auth: textOf(form, 'authClientAuth') === 'body' ? 'body' : 'basic',
    },
  };
  const isKnown = Object.hasOwn(fields, type);
  form.set('auth', isKnown ? JSON.stringify({ type, ...fields[type as keyof typeof fields] }) : '');
}

export interface AuthChoices {
  type: string;
  username: string;
  name: string;
  tokenUrl: string;
  clientId: string;
  scope: string;
  audience: string;
  clientAuth: string;
  secret: string;
}

/** An authentication in its controls, as it was typed. */
export function authChoices(json: string): AuthChoices {
  const given = fieldsOfJson(json);
  const of = (field: string) => (typeof given[field] === 'string' ? given[field] : '');
  const type = of('type');
  const isOAuth = type === 'oauth2';
  return {
    type: type || 'none',
    username: of('username'),
    name: of('name'),
    tokenUrl: of('token_url'),
    clientId: of('client_id'),
    scope: of('scope'),
    audience: of('audience'),
    // Not `basic`: the form shows its fields by the selected option of that value.
    clientAuth: of('client_auth') === 'body' ? 'body' : '',
    secret: isOAuth ? of('client_secret') : of('password') || of('token') || of('value'),
  };
}

function fieldsOfJson(json: string): Record<string, unknown> {
  try {
    return JSON.parse(json || '{}') as Record<string, unknown>;
  } catch {
    return {};
  }
}

export interface RetryChoices {
  kind: string;
  /** As they are typed, such as "10s, 1m". */
  waits: string;
  jitter: boolean;
}

/** Retry delays in their controls; waits that cannot be read stay as they were typed. */
export function retryChoices(json: string): RetryChoices {
  const read = readRetryDelays(json);
  if ('delays' in read) {
    if (read.delays === null) return { kind: 'default', waits: '', jitter: true };
    const { kind, seconds, jitter } = read.delays;
    return { kind, waits: [seconds].flat().map(delayText).join(', '), jitter };
  }
  try {
    const { kind, seconds, jitter } = JSON.parse(json) as Record<string, unknown>;
    const shown = [seconds].flat().map((one) => (typeof one === 'number' ? delayText(one) : String(one)));
    return { kind: String(kind), waits: shown.join(', '), jitter: jitter === true };
  } catch {
    return { kind: 'default', waits: '', jitter: true };
  }
}

/** A field as text; empty where it is absent. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
