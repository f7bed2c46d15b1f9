import { expect, test } from 'vitest';
import { jobInput } from '#domain/job/job.ts';
import type { RequestAuth } from '#domain/job/request-auth.ts';
import { mask } from '#domain/job/secret-headers.ts';
import { editsOf } from './replay-form.server.ts';

const webhookUrl = 'https://api.example.com/run';

function edit({
  headers,
  stored = null,
  auth,
}: {
  headers: Record<string, string>;
  stored?: Record<string, string> | null;
  auth: RequestAuth | null;
}) {
  const input = jobInput.parse({
    name: 'Run',
    webhookURL: webhookUrl,
    cronExpression: null,
    status: 'inactive',
    headers,
  });
  const recorded = { type: 'webhook', webhookUrl, httpMethod: 'GET', headers: stored, payload: null, auth };
  return editsOf({ input, recorded: recorded as Parameters<typeof editsOf>[0]['recorded'] }).headers;
}

const refusal = expect.objectContaining({
  type: 'validation_error',
  details: {
    headers: expect.stringMatching(/^The Authentication setting of the job already sets/) as string,
  },
}) as Error;

test("a new header that the job's authentication sets is refused at its field", () => {
  const bearer = { type: 'bearer', token: 't-1' } as const;
  expect(() => edit({ headers: { Authorization: 'Bearer t-2' }, auth: bearer })).toThrow(refusal);
  const key = { type: 'header', name: 'X-Api-Key', value: 'k' } as const;
  expect(() => edit({ headers: { 'x-api-key': 'other' }, auth: key })).toThrow(refusal);
  const bearerToo = { authorization: 'Bearer t-2' };
  expect(edit({ headers: bearerToo, auth: key })).toEqual(bearerToo);
  expect(edit({ headers: bearerToo, auth: null })).toEqual(bearerToo);
});

test('such a header recorded with the run may stay', () => {
  const auth = { type: 'bearer', token: 't-1' } as const;
  const stored = { authorization: 'Bearer old' };
  expect(edit({ headers: { authorization: mask }, stored, auth })).toEqual(stored);
  expect(() => edit({ headers: { authorization: 'Bearer new' }, stored, auth })).toThrow(refusal);
});
