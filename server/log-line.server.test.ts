import { describe, expect, test } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { allowedFields, fitLine } from './log-line.server.ts';

const canary = 'canary-7f3a9b1c';

describe('S13: a line of the log', () => {
  test('omits unlisted fields, at any depth', () => {
    const given = {
      ...{ jobId: 7, url: canary, headers: { authorization: canary }, body: canary, cookie: canary },
      ...{ email: canary, code: 'dns_failed', err: { deep: canary }, count: { nested: canary } },
    };
    const shown = allowedFields(given);
    expect(JSON.stringify(shown)).not.toContain(canary);
    expect(shown).toMatchObject({ jobId: 7, code: 'dns_failed' });
  });

  test.each([
    [`invalid input syntax for type json: "${canary}"`, 'invalid input syntax for type json: …'],
    [`connect to https://user:${canary}@db.example.com/x failed`, 'connect to … failed'],
    [`no mailbox ${canary}@example.com`, 'no mailbox …'],
    [`bad token ${canary}${canary}`, 'bad token …'],
  ])('removes quoted values from foreign messages: %s', (reason, expected) => {
    expect(allowedFields({ reason })).toEqual({ reason: expected });
  });

  test("has an error's name, code and place, and only our own messages", () => {
    const foreign = Object.assign(new TypeError(canary), { code: '22P02', detail: canary });
    const own = new AppError('not_found', { message: 'There is no such job.' });
    const { err } = allowedFields({ err: foreign }) as { err: Record<string, unknown> };
    expect(JSON.stringify(err)).not.toContain(canary);
    expect(err).toMatchObject({ name: 'TypeError', code: '22P02' });
    expect(String(err['at'])).toContain('log-line.server.test');
    expect(allowedFields({ err: own })).toMatchObject({
      err: { type: 'not_found', message: 'There is no such job.' },
    });
  });
});

test('is at most 2 KiB long, and a longer one keeps its ids and message', () => {
  const keys = Array.from({ length: 20 }, () => '\u{1F4A9} '.repeat(60));
  const fields = allowedFields({ jobId: 7, executionId: 9, requestId: 'r-1', keys });
  const line = `${JSON.stringify({ level: 50, time: 1, ...fields, msg: 'a sentence' })}\n`;
  expect(Buffer.byteLength(line)).toBeGreaterThan(2048);
  const fitted = fitLine(line);
  expect(Buffer.byteLength(fitted)).toBeLessThanOrEqual(2048);
  expect(JSON.parse(fitted)).toEqual({
    ...{ level: 50, time: 1, msg: 'a sentence', jobId: 7, executionId: 9, requestId: 'r-1', isCut: true },
  });
});

test('keeps our own names: ids, routes, the origin of the product', () => {
  const fields = {
    requestId: '9f1b3c1e-1111-4222-8333-444455556666',
    route: '/dashboard/jobs/:id',
    origin: 'https://punctual.example.com',
    workflowId: 'job/7/run/1-900000000000000000000000',
  };
  expect(allowedFields(fields)).toEqual(fields);
});
