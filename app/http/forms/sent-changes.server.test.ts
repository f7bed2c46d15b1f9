import { expect, test } from 'vitest';
import { jobInput, type JobInput } from '#domain/job/job.ts';
import { sentChanges } from './sent-changes.server.ts';

const job: JobInput = jobInput.parse({
  name: 'Ping',
  webhookURL: 'https://a.example/',
  cronExpression: null,
});
const basic = (password: string) => ({ type: 'basic' as const, username: 'ann', password });
const masked = { ...job, headers: { authorization: '********' }, auth: basic('********') };

test("a mask stands for the saved value, or for the opened version's where none is saved", () => {
  const opened = { headers: { Authorization: 'opened' }, auth: basic('opened') };
  const saved = { headers: { authorization: 'saved' }, auth: basic('saved') };
  expect(sentChanges({ input: masked, saved, opened })).toMatchObject({
    ...{ headers: { authorization: 'saved' }, auth: basic('saved') },
  });
  const gone = { headers: null, auth: { type: 'bearer' as const, token: 'saved' } };
  expect(sentChanges({ input: masked, saved: gone, opened })).toMatchObject({
    ...{ headers: { authorization: 'opened' }, auth: basic('opened') },
  });
  expect(() => sentChanges({ input: masked, saved: gone })).toThrow();
});
