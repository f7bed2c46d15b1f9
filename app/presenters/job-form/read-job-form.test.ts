import { parseWithZod } from '@conform-to/zod/v4';
import { expect, test } from 'vitest';
import { jobInput } from '#domain/job/job.ts';
import { newJobForm } from './job-form.ts';
import {
  authChoices,
  jsonToRows,
  notificationChoices,
  readJobForm,
  refilled,
  retryChoices,
} from './read-job-form.ts';

function read(fields: [string, string][]): Record<string, FormDataEntryValue> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return Object.fromEntries(readJobForm(form));
}

test('the pickers of Builder become the five fields, but only in that mode', () => {
  const pickers: [string, string][] = [
    ['minute', '1'],
    ['builderMinute', '*/5'],
    ['builderHour', '9'],
    ['builderDayOfMonth', 'L'],
    ['builderMonth', '*'],
    ['builderWeekday', '*'],
    ['builderWeekday', '1'],
    ['builderWeekday', '5'],
  ];
  expect(read([['mode', 'builder'], ...pickers])).toMatchObject({
    ...{ minute: '*/5', hour: '9', dayOfMonth: 'L', month: '*', dayOfWeek: '1,5' },
  });
  expect(read([['mode', 'manual'], ...pickers])).toMatchObject({ minute: '1' });
});

test('without a picked day the earlier value is kept, all seven mean any day', () => {
  const kept: [string, string][] = [
    ['mode', 'builder'],
    ['builderWeekday', '1#2'],
  ];
  expect(read(kept).dayOfWeek).toBe('1#2');
  const all = '1234560'.split('').map((day): [string, string] => ['builderWeekday', day]);
  expect(read([...kept, ...all]).dayOfWeek).toBe('*');
});

test('a zone before the expression is used while the expression is visible', () => {
  const typed: [string, string][] = [
    ['cronExpression', 'CRON_TZ=Europe/Berlin 0 9 * * *'],
    ['timezone', 'UTC'],
  ];
  expect(read([['mode', 'cron'], ...typed])).toMatchObject({
    ...{ cronExpression: '0 9 * * *', timezone: 'Europe/Berlin' },
  });
  expect(read([['mode', 'manual'], ...typed])).toMatchObject(Object.fromEntries(typed));
});

test('header rows are saved as JSON, empty rows are dropped', () => {
  const rows: [string, string][] = [
    ['headerName', 'a'],
    ['headerValue', '1'],
    ['headerName', ''],
    ['headerValue', ' '],
    ['headerName', 'a'],
    ['headerValue', '2'],
  ];
  expect(read([['headersAs', 'rows'], ['headers', 'x'], ...rows]).headers).toBe('{\n  "a": "1, 2"\n}');
  expect(read([['headersAs', 'json'], ['headers', '{}'], ...rows]).headers).toBe('{}');
  expect(
    read([
      ['headersAs', 'rows'],
      ['headers', 'x'],
    ]).headers,
  ).toBe('');
});

test.each([
  ['{"a":"1"}', [{ name: 'a', value: '1' }]],
  ['', []],
  ['{"a":1}', null],
  ['[1]', null],
  ['{', null],
])('the JSON %j becomes the rows %j', (json, rows) => {
  expect(jsonToRows(json)).toEqual(rows);
});

test.each([
  ['mailto:ops@example.com', 'webhook', 'mailto:ops@example.com', 'email'],
  ['ops@example.com', 'email', 'mailto:ops@example.com', 'email'],
  ['a@b@example.com', 'email', 'mailto:a@b@example.com', 'email'],
  ['ops@', 'email', 'ops@', 'email'],
  [' https://example.com ', 'webhook', 'https://example.com', 'webhook'],
  ['https://example.com', 'email', 'https://example.com', 'email'],
])('%j as %s is %s as %s', (target, type, url, follows) => {
  expect(
    read([
      ['webhookURL', target],
      ['type', type],
    ]),
  ).toMatchObject({ webhookURL: url, type: follows });
});

const notification: [string, string][] = [
  ['notifyFrequency', 'on_failure'],
  ['notificationType', 'webhook'],
  ['notificationConfig', 'https://example.com/n'],
];

test('a notification with the default choices is its URL, with others the JSON of D37', () => {
  const usual: [string, string][] = [...notification, ['notifyAfter', '1'], ['notifyRecovery', 'on']];
  expect(read(usual).notificationConfig).toBe('https://example.com/n');
  const other = read([...notification, ['notifyAfter', '3'], ['notifyEvery', 'on']]).notificationConfig;
  expect(other).toBe('{"url":"https://example.com/n","after":3,"every":true,"recovery":false}');
  expect(notificationChoices(typeof other === 'string' ? other : '')).toEqual({
    ...{ url: 'https://example.com/n', after: '3', every: true, recovery: false },
  });
});

test('retry delays are read with their units and shown as typed', () => {
  const typed = (kind: string, waits: string, jitter = true) => {
    const fields: [string, string][] = [
      ['retryKind', kind],
      ['retryDelays', waits],
    ];
    return read(jitter ? [...fields, ['retryJitter', 'on']] : fields).retryDelays as string;
  };
  expect(typed('list', '10s, 1m,5m', false)).toBe('{"kind":"list","seconds":[10,60,300],"jitter":false}');
  expect(typed('fixed', '2h')).toBe('{"kind":"fixed","seconds":7200,"jitter":true}');
  expect(typed('default', 'whatever')).toBe('');
  expect(retryChoices(typed('list', '10s, 90', false))).toEqual({
    kind: 'list',
    waits: '10s, 1m 30s',
    jitter: false,
  });
  expect(retryChoices(typed('exponential', 'soon'))).toEqual({
    kind: 'exponential',
    waits: 'soon',
    jitter: true,
  });
  expect(retryChoices('')).toEqual({ kind: 'default', waits: '', jitter: true });
});

test('hidden fields are not sent', () => {
  expect(
    read([...notification, ['notifyFrequency', 'never']].slice(1) as [string, string][]),
  ).not.toHaveProperty('notificationConfig');
  expect(
    read([
      ['successCriterion', 'status_code'],
      ['successRegex', 'x'],
    ]),
  ).not.toHaveProperty('successRegex');
});

test('timeout and retry count are read as integers, 30 and 3 if absent', () => {
  const saved = (timeout: string, retryCount: string) => {
    const form = new FormData();
    const fields = {
      name: 'Ping',
      webhookURL: 'https://shop.example.com/',
      mode: 'none',
      timeout,
      retryCount,
    };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return parseWithZod(readJobForm(form), { schema: jobInput });
  };
  expect(saved('12', '0')).toMatchObject({ value: { timeoutSeconds: 12, retryCount: 0 } });
  expect(saved('', '')).toMatchObject({ value: { timeoutSeconds: 30, retryCount: 3 } });
  expect(saved('soon', '3')).toMatchObject({ status: 'error', error: { timeout: [expect.any(String)] } });
});

test('a form that starts over ticks no box that was unticked', () => {
  const opened = { ...newJobForm, signing: 'on', followRedirects: 'on', description: 'Before' };
  expect(refilled({ opened, typed: { name: 'Typed' } })).toEqual({
    ...{ ...newJobForm, signing: '', followRedirects: '', description: 'Before', name: 'Typed' },
  });
  expect(refilled({ opened, typed: { followRedirects: 'on' } })).toMatchObject({ followRedirects: 'on' });
});

test('the controls of an OAuth 2 client become its JSON, which fills them again', () => {
  const { auth } = read([
    ['authType', 'oauth2'],
    ['authTokenUrl', ' https://id.example.com/token '],
    ['authClientId', 'reports'],
    ['auth', 's-1'],
    ['authScope', 'a b'],
    ['authAudience', ''],
    ['authClientAuth', 'body'],
    ['authUser', 'left over'],
  ]);
  expect(authChoices(auth as string)).toEqual({
    ...{ type: 'oauth2', tokenUrl: 'https://id.example.com/token', clientId: 'reports', secret: 's-1' },
    ...{ scope: 'a b', audience: '', clientAuth: 'body', username: '', name: '' },
  });
});
