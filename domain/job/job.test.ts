import { getZodConstraint } from '@conform-to/zod/v4';
import { expect, test } from 'vitest';
import { jobFields } from './job-fields.ts';
import { isActive, jobInput } from './job.ts';

const aJob = {
  name: 'Nightly invoices',
  webhookURL: 'https://billing.acme.example/run',
  cronExpression: '0 3 * * *',
};

function fieldErrorsOf(fields: Record<string, unknown>): Record<string, string> {
  const parsed = jobInput.safeParse({ ...aJob, ...fields });
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
}

test('the form takes numeric limits from the schema', () => {
  expect(getZodConstraint(jobFields).timeout).toMatchObject({ min: 1, max: 300 });
  expect(getZodConstraint(jobFields).retryCount).toMatchObject({ min: 0, max: 10 });
});

test('a job of three fields gets the specified defaults', () => {
  expect(jobInput.parse(aJob)).toMatchObject({
    type: 'webhook',
    httpMethod: 'GET',
    timeoutSeconds: 30,
    retryCount: 3,
    timeZone: 'UTC',
    successCriterion: 'status_code',
    notifyFrequency: 'on_failure',
    status: 'active',
    cronExpression: '0 3 * * *',
    overlap: 'skip',
    catchUp: 'last',
  });
});

test.each([
  ['cronExpression', { cronExpression: '0 0 31 2 *' }, 'Never runs: February has no day 31.'],
  ['cronExpression', { cronExpression: '' }, 'Write a cron expression'],
  ['hour', { mode: 'manual', minute: '0', hour: '25' }, 'Hour: 25 is not a value. Write 0 to 23.'],
  ['timezone', { timezone: 'Mars/Olympus' }, 'Mars/Olympus is not a time zone'],
  ['webhookURL', { webhookURL: 'acme.example' }, 'Enter a full URL'],
  ['timeout', { timeout: 301 }, '300 or less'],
  ['retryCount', { retryCount: -1 }, '0 or more'],
  [
    'retryDelays',
    { retryDelays: { kind: 'list', seconds: [] } },
    'Enter a list of delays, one for each retry.',
  ],
  ['name', { name: '   ' }, 'Give the job a name.'],
  ['headers', { headers: '{"host": "a"}' }, 'The header host is set by Punctual.'],
  ['headers', { headers: '["a"]' }, 'Write a JSON object'],
  ['headers', { headers: { 'x-a': 1 } }, 'The value of x-a is not a text.'],
  ['headers', { headers: { 'x-a': 'one', 'X-A': 'two' } }, 'is there twice'],
  ['headers', { headers: { 'x-a': 'one\r\nx-b: two' } }, 'a character that a header cannot carry'],
  [
    'headers',
    { headers: Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`x-${n}`, 'v'])) },
    'There are 400 headers.',
  ],
  ['payload', { payload: 'x'.repeat(300 * 1024) }, 'At most 262,144 (256 KiB) can be sent.'],
  ['payload', { payload: 'x', httpMethod: 'HEAD' }, 'A HEAD request carries no payload.'],
  ['payload', { payload: '{', headers: { 'Content-Type': 'application/json' } }, 'the payload is not JSON'],
  ['payload', { payload: '{{nonsense}}' }, '{{nonsense}} is not a variable.'],
  ['name', { name: 'a\u0000b' }, 'Remove the character U+0000'],
  ['webhookURL', { webhookURL: 'https://{{secret.HOST}}/run' }, 'cannot hold a variable'],
  ['successRegex', { successCriterion: 'body_match' }, 'Enter the pattern'],
  ['acceptedStatuses', { acceptedStatuses: '2xx' }, 'such as 200-204,302'],
  ['tags', { tags: Array.from({ length: 11 }, (_, n) => `tag ${n}`) }, 'There are 11 tags.'],
])('%s is refused with its remedy: %j', (field, fields, message) => {
  expect(fieldErrorsOf(fields)[field]).toContain(message);
});

test("the visible mode of the form decides, and the other modes' text is ignored", () => {
  const fields = { ...aJob, timeInterval: '26', minute: '5', cronExpression: 'not one' };
  expect(jobInput.parse({ ...fields, mode: 'every' }).cronExpression).toBe('0 0 * * 1');
  expect(jobInput.parse({ ...fields, mode: 'manual' }).cronExpression).toBe('5 * * * *');
  expect(jobInput.parse({ ...fields, mode: 'none' }).cronExpression).toBeNull();
});

test('headers may be an object or JSON text, and may contain the variables of D41', () => {
  const headers = { 'x-api-key': '{{secret.BILLING}}' };
  expect(jobInput.parse({ ...aJob, headers }).headers).toEqual(headers);
  expect(jobInput.parse({ ...aJob, headers: JSON.stringify(headers) }).headers).toEqual(headers);
});

test('a job paused until an instant is active after it', () => {
  const pausedUntil = new Date(1_000);
  expect(isActive({ status: 'paused', pausedUntil, now: 999 })).toBe(false);
  expect(isActive({ status: 'paused', pausedUntil, now: 1_000 })).toBe(true);
  expect(isActive({ status: 'paused', pausedUntil: null, now: 1_000 })).toBe(false);
});

test('a form with several errors reports all of them at once', () => {
  const errors = fieldErrorsOf({
    name: undefined,
    webhookURL: 'nope',
    timeout: 'x',
    cronExpression: '* *',
    tags: 7,
  });
  expect(Object.keys(errors).sort()).toEqual(['cronExpression', 'name', 'tags', 'timeout', 'webhookURL']);
  expect(jobInput.safeParse(null).success).toBe(false);
  expect(jobInput.safeParse([]).success).toBe(false);
});

test('a JSON payload may have a variable in place of a number', () => {
  const json = { headers: { 'content-type': 'application/json' } };
  expect(fieldErrorsOf({ ...json, payload: '{"attempt": {{attempt}}, "at": "{{scheduled_for}}"}' })).toEqual(
    {},
  );
  expect(fieldErrorsOf({ ...json, payload: '{"attempt": {{attempt}' })).toHaveProperty('payload');
});

test('the form has the fields of the specification and of D40', () => {
  const specified =
    'name description cronExpression timeInterval minute hour dayOfMonth month dayOfWeek timezone webhookURL httpMethod ' +
    'headers payload timeout retryCount status notifyFrequency notificationType notificationConfig';
  const besides =
    'type successCriterion successRegex tags externalId acceptedStatuses overlap catchUp signing mode ' +
    'retryDelays followRedirects auth notifyRules lateAfter tooLongAfter certificateDays answerWatch';
  expect(Object.keys(jobFields.shape).sort()).toEqual(`${specified} ${besides}`.split(' ').sort());
});

test('accepts the seven HTTP methods and no other', () => {
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];
  expect(methods.map((httpMethod) => fieldErrorsOf({ httpMethod }))).toEqual(methods.map(() => ({})));
  for (const httpMethod of ['TRACE', 'CONNECT', 'get']) {
    expect(fieldErrorsOf({ httpMethod }).httpMethod).toContain('The method must be one of GET, POST');
  }
});

test('a notification goes to Slack or a webhook, and a URL requires the type', () => {
  const notificationConfig = 'https://hooks.slack.com/services/T0/B0/x';
  for (const notificationType of ['slack', 'webhook']) {
    expect(fieldErrorsOf({ notificationType, notificationConfig })).toEqual({});
  }
  expect(fieldErrorsOf({ notificationType: 'pager' })).toHaveProperty('notificationType');
  expect(fieldErrorsOf({ notificationConfig })).toHaveProperty('notificationType');
});

test('a channel requires its URL unless the job never notifies, for inactive jobs too', () => {
  for (const notificationConfig of [undefined, null, '', ' ']) {
    expect(fieldErrorsOf({ notificationType: 'slack', notificationConfig })).toEqual({
      notificationConfig: 'Enter the Slack URL.',
    });
    expect(fieldErrorsOf({ notificationType: 'webhook', notificationConfig, status: 'inactive' })).toEqual({
      notificationConfig: 'Enter the webhook URL.',
    });
    expect(
      fieldErrorsOf({ notificationType: 'slack', notificationConfig, notifyFrequency: 'never' }),
    ).toEqual({});
  }
});

test('a job notifies up to 5 channels, its own included', () => {
  const rules = (count: number) => Array.from({ length: count }, (_, index) => ({ channel: index + 1 }));
  const own = { notificationType: 'webhook', notificationConfig: 'https://notes.example.com/in' };
  expect(fieldErrorsOf({ notifyRules: rules(5) })).toEqual({});
  expect(fieldErrorsOf({ notifyRules: rules(6) })).toHaveProperty('notifyRules');
  expect(fieldErrorsOf({ ...own, notifyRules: rules(4) })).toEqual({});
  expect(fieldErrorsOf({ ...own, notifyRules: rules(5) })).toEqual({
    notifyRules: 'A job notifies at most 5 channels. This one has its own, so it can have 4 further ones.',
  });
});

test('OAuth 2 fields may contain secrets of the account, but no other variables', () => {
  const auth = {
    ...{ type: 'oauth2', token_url: 'https://id.example.com/{{secret.TENANT}}/token' },
    ...{ client_id: 'reports', client_secret: '{{secret.CLIENT}}' },
  };
  expect(fieldErrorsOf({ auth })).toEqual({});
  expect(fieldErrorsOf({ auth: { ...auth, scope: '{{attempt}}' } })).toEqual({
    auth: '{{attempt}} cannot be part of OAuth 2 fields. Only {{secret.NAME}} can.',
  });
  expect(fieldErrorsOf({ auth, headers: '{"Authorization": "Bearer x"}' })).toEqual({
    auth: 'The headers also set authorization. Remove it there, or set the authentication to none.',
  });
});
