import { expect, test } from 'vitest';
import type { BodyTemplate } from '#domain/notifications/template/read-template.ts';
import { exampleValues, templateVariables } from '#domain/notifications/template/template-variables.ts';
import type { Message } from '#server/notifications/message.server.ts';
import { fitTemplate, mostTemplateBytes, templateBody, templateValues } from './template-body.server.ts';

Object.assign(process.env, {
  APP_ORIGIN: 'https://punctual.example',
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
});

const message: Message = {
  ...{ type: 'job.failed', id: 'note_1', at: new Date('2026-03-02T12:00:00.412Z') },
  ...{ title: 'Nightly failed', lines: ['Failed: the response was 503.'] },
  link: { label: 'See the execution', url: 'https://punctual.example/dashboard/jobs/7/executions/9' },
  data: {
    rule: 'failure',
    job: { id: 7, name: 'Nightly', url: 'https://punctual.example/dashboard/jobs/7' },
    execution: { id: 9, status_code: 503, scheduled_for: '2026-03-02T11:59:00.000Z', reason: null },
    streak: { failures: 2, since: '2026-03-02T11:00:00.000Z' },
  },
  incidentId: 12,
  ...{ severity: 'error', incidentKey: 'punctual.example/jobs/7', isResolved: false },
};

test('a message gives each variable the value of the standard body', () => {
  expect(templateValues(message)).toMatchObject({
    ...{ 'event.type': 'job.failed', 'event.at': '2026-03-02T12:00:00.412Z', 'event.rule': 'failure' },
    ...{ 'event.title': 'Nightly failed', 'event.text': 'Nightly failed. Failed: the response was 503.' },
    ...{ 'event.count': 1, 'job.id': 7, 'job.name': 'Nightly', 'run.status_code': 503, 'run.reason': null },
    ...{ 'incident.id': 12, 'incident.failures': 2, 'incident.since': '2026-03-02T11:00:00.000Z' },
    'incident.url': 'https://punctual.example/dashboard/incidents/12',
  });
});

test('details of an event are variables of it, and cannot replace its type', () => {
  const event = { before: '1.4', after: '1.5', type: 'other' };
  const values = templateValues({ ...message, data: { ...message.data, event } });
  expect(values).toMatchObject({ 'event.before': '1.4', 'event.after': '1.5', 'event.type': 'job.failed' });
});

test('a digest has its text and its number, and no job, run or incident', () => {
  const data = { notifications: [{ type: 'job.failed' }, { type: 'job.failed' }], omitted: 3 };
  const values = templateValues({ ...message, type: 'digest', incidentId: null, data });
  expect(values).toMatchObject({ 'event.type': 'digest', 'event.count': 5, 'incident.id': null });
  expect(values['job.name'] ?? values['run.id'] ?? values['incident.url'] ?? null).toBeNull();
});

test('a test has the example values where it is about nothing', () => {
  const data = { rule: 'test', channel: { id: 1 } };
  const values = templateValues({ ...message, type: 'test', title: 'Test', lines: [], data });
  expect(values).toMatchObject({ 'event.type': 'test', 'event.title': 'Test', 'event.text': 'Test.' });
  for (const name of ['job.name', 'run.verdict', 'incident.url'])
    expect(values[name]).toBe(exampleValues[name]);
});

const all = templateVariables.map(({ name }) => name);
const fullest = { json: all.map((name) => `"{{${name}}}"`), text: all.map((name) => `{{${name}}}`) };
const templates = (['json', 'text'] as const).flatMap((format) =>
  ['x', '"', '\\', 'é', '😀', '\u0001'].map((character) => [format, character] as const),
);

test.each(templates)('a body of %s is cut to 100,000 bytes with values of %j', (format, character) => {
  const values = Object.fromEntries(
    templateVariables.map(({ name, kind, example }) => [
      name,
      kind === 'text' ? character.repeat(50_000) : example,
    ]),
  );
  const [open, close] = format === 'json' ? ['[', ']'] : ['', ''];
  const repeated = Array.from({ length: 9 }, () => fullest[format]).flat();
  const template: BodyTemplate = { format, body: `${open}${repeated.join(',')}${close}` };
  expect(template.body.length).toBeLessThan(10_000);
  const body = fitTemplate({ template, values });
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(mostTemplateBytes);
  expect(Buffer.byteLength(body)).toBeGreaterThan(mostTemplateBytes / 4);
  if (format === 'json') expect(JSON.parse(body)).toHaveLength(repeated.length);
});

test('the longest template of the shortest variables stays within the limit', () => {
  const body = `[${Array.from({ length: 800 }, () => '{{job.id}}').join(',')}]`;
  const values = { 'job.id': Number.MAX_SAFE_INTEGER };
  expect(Buffer.byteLength(fitTemplate({ template: { format: 'json', body }, values }))).toBeLessThan(
    mostTemplateBytes,
  );
  const plain: BodyTemplate = { format: 'text', body: `{{job.name}} ${'😀'.repeat(9_980)}` };
  expect(templateBody({ template: plain, message })).toHaveLength('Nightly '.length + 2 * 9_980);
});
