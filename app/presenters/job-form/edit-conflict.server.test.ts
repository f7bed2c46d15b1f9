import { parseWithZod } from '@conform-to/zod/v4';
import { expect, test } from 'vitest';
import { jobFormFields } from '#app/http/forms/job-form-fields.ts';
import { jobInput, type JobInput } from '#domain/job/job.ts';
import { choosableFields, fillInTheirs, formValues, toConflictView } from './edit-conflict.server.ts';
import { newJobForm, toJobForm } from './job-form.ts';
import { authChoices, keepControl, readJobForm, retryChoices } from './read-job-form.ts';

const job: JobInput = jobInput.parse({
  name: 'Ping',
  webhookURL: 'https://a.example/',
  cronExpression: null,
});
const fields = Object.keys(job) as (keyof JobInput)[];

/** Another value for every field. */
const theirs: JobInput = {
  ...{ name: 'Theirs', description: 'theirs', type: 'webhook', webhookUrl: 'https://b.example/' },
  ...{ httpMethod: 'POST', headers: { accept: 'text/plain' }, payload: 'theirs' },
  auth: { type: 'header', name: 'x-api-key', value: '{{secret.THEIRS}}' },
  ...{ timeoutSeconds: 7, retryCount: 2, retryDelays: { kind: 'list', seconds: [10, 300], jitter: false } },
  ...{ cronExpression: '7 3 * * 1', timeZone: 'Europe/Paris' },
  ...{ successCriterion: 'body_match', successRegex: 'ok', acceptedStatuses: '200' },
  ...{ notifyFrequency: 'always', notificationType: 'webhook' },
  notifyRules: [{ channel: '#money', events: ['failure'], after: 3 }],
  notificationConfig: '{"url":"https://c.example/","after":3,"every":true,"recovery":false}',
  ...{ lateAfter: 30, tooLongAfter: 60, certificateDays: 7, answerWatch: '$.version' },
  ...{ status: 'paused', tags: ['theirs'], externalId: 'theirs', overlap: 'queue', catchUp: 'none' },
  ...{ isSigned: true, followRedirects: true },
};

/** The form of a job as its controls send it, with all that says a field in another way. */
function sentForm(of: JobInput): FormData {
  const form = new FormData();
  const values = toJobForm({ job: of, isRevealed: false });
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  const { type, username, name, secret } = authChoices(values.auth);
  const { kind, waits } = retryChoices(values.retryDelays);
  const controls = {
    ...{ headersAs: 'rows', headerName: 'x-mine', headerValue: '1' },
    ...{ authType: type, authUser: username, authName: name, auth: secret },
    ...{
      authTokenUrl: 'https://id.mine/token',
      authClientId: 'mine',
      authScope: 'mine',
      authAudience: 'mine',
    },
    ...{ retryKind: kind, retryDelays: waits, retryJitter: 'on', notifyAfter: '1', notifyRecovery: 'on' },
    ...{ builderMinute: '5', builderHour: '5', builderDayOfMonth: '5', builderMonth: '5' },
  };
  for (const [control, value] of Object.entries(controls)) form.set(control, value);
  return form;
}

test('every field of a job can be chosen in a conflict, and the form accepts the choice', () => {
  expect([...choosableFields].sort()).toEqual([...fields].sort());
  expect(jobFormFields.names).toEqual(expect.arrayContaining(fields.map(keepControl)));
  const names = fields.flatMap((field) => Object.keys(formValues({ field, values: newJobForm })));
  expect(names.filter((name) => !(name in newJobForm))).toEqual([]);
});

test('fields chosen as theirs are saved, whatever the controls say', () => {
  expect(fields.filter((field) => field !== 'type' && theirs[field] === job[field])).toEqual([]);
  const mine = {
    ...job,
    auth: { type: 'basic' as const, username: 'ann', password: 'mine' },
    retryDelays: { kind: 'fixed' as const, seconds: 30, jitter: true },
  };
  const form = sentForm(mine);
  fillInTheirs({ form, fields, theirs });
  const read = parseWithZod(readJobForm(form), { schema: jobInput });
  expect(read.status === 'success' && read.value).toEqual(theirs);
});

test('a box unticked in theirs becomes unticked', () => {
  const form = sentForm(theirs);
  fillInTheirs({ form, fields: ['followRedirects', 'isSigned', 'auth', 'retryDelays'], theirs: job });
  const read = parseWithZod(readJobForm(form), { schema: jobInput });
  expect(read.status === 'success' && read.value).toMatchObject({
    ...{ followRedirects: false, isSigned: false, auth: null, retryDelays: null },
  });
});

test('authentication, retry delays and redirects are shown in words, without secrets', () => {
  const basic = (password: string) => ({ type: 'basic' as const, username: 'ann', password });
  const mine = { ...job, auth: basic('mine-hidden') };
  const other = {
    ...job,
    auth: basic('theirs-hidden'),
    retryDelays: { kind: 'fixed' as const, seconds: 30, jitter: false },
    followRedirects: true,
  };
  const { rows, taken } = toConflictView({
    ...{ version: 2, mine, theirs: other, conflicts: ['auth'], taken: ['retryDelays', 'followRedirects'] },
    typed: {},
  });
  expect(rows[0]).toMatchObject({
    ...{ field: 'auth', label: 'Authentication', mine: 'Basic, user ann (the secret differs)' },
  });
  expect(taken).toEqual([
    { label: 'Retry Delays', text: '30s each time, exact' },
    { label: 'Follow redirects', text: 'On' },
  ]);
  expect(JSON.stringify({ rows, taken })).not.toContain('hidden');
});
