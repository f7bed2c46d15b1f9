import { gzipSync } from 'node:zlib';
import { beforeEach, expect, vi } from 'vitest';
import { jobInput } from '#domain/job/job.ts';
import { checkPattern } from '#server/outbound/response/check-pattern.server.ts';
import { testCases, type ReportedCase } from './cases.ts';
import { response, runJob } from './outbound-kit.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://unused');
  vi.stubEnv('LOG_LEVEL', 'silent');
});

const patternsOf = ({ input }: ReportedCase) => input.patterns as string[];

async function run(successRegex: string, body: string | Buffer, criterion = 'body_match', headers = {}) {
  await checkPattern({ pattern: successRegex, ownerId: 1 });
  const successCriterion = criterion as 'body_match' | 'body_fail_match';
  return runJob({ response: response({ body, headers }), call: { successCriterion, successRegex } });
}

/** Reports whether each pattern is found. */
async function found(reported: ReportedCase, body: string | Buffer, headers = {}) {
  const ends: boolean[] = [];
  for (const pattern of patternsOf(reported))
    ends.push((await run(pattern, body, 'body_match', headers)).isSuccess);
  return ends;
}

testCases('criterion', {
  // D14a extends the search from 64 to 256 KiB; the verdict says if a body is longer.
  'criterion-04': async (reported) => {
    const [pattern = ''] = patternsOf(reported);
    expect(await run(pattern, `${'x'.repeat(70_000)}${pattern}`)).toMatchObject({ isSuccess: true });
    const beyond = await run(pattern, `${'x'.repeat(270_000)}${pattern}`);
    expect(beyond).toMatchObject({ errorCode: 'pattern_missing' });
    expect(beyond.verdict).toMatch(
      /in its first 262,144 bytes\. Warning: the response is longer, and the rest of it was not searched\.$/,
    );
    const absent = await run(pattern, `${'x'.repeat(270_000)}${pattern}`, 'body_fail_match');
    expect(absent).toMatchObject({ isSuccess: true });
    expect(absent.verdict).toContain('Warning: the response is longer');
  },
  'criterion-06': async (reported) => {
    const [pattern = ''] = patternsOf(reported);
    const body = '{"db":"UP","queue":"DOWN","mail":"UP"}';
    expect(await run(pattern, body, 'body_fail_match')).toMatchObject({ errorCode: 'pattern_present' });
  },
  'criterion-07': async (reported) => {
    expect(await found(reported, 'OK\n')).toEqual([false, true, true]);
    expect((await run('^OK$', 'OK\n')).verdict).toContain('such as a line end');
    expect((await run('(?m)^OK$', 'a\r\nOK\r\nb')).verdict).toContain('\\r\\n');
    expect((await run('^OK$', 'a\nOK\nb')).verdict).toContain('(?m)');
    expect((await run('/ok/', 'ok')).verdict).toContain('slashes');
    expect((await run('success', '{"status":"SUCCESS"}')).verdict).toContain('(?i)');
    expect((await run('success', 'nothing of it')).verdict).not.toContain('Hint');
  },
  'criterion-08': async (reported) => {
    const body = '<!doctype html>\n<html>\n<p>all\ngood</p>';
    expect(await found(reported, body)).toEqual([false, true, false, true]);
  },
  'criterion-10': async (reported) => {
    expect(await found(reported, 'SUCCESS')).toEqual([true]);
  },
  'criterion-13': async ({ input }) => {
    for (const successCriterion of ['body_match', 'body_fail_match']) {
      const read = jobInput.safeParse({
        ...{ name: 'x', webhookURL: 'https://example.com', httpMethod: 'HEAD' },
        ...{ successCriterion, successRegex: input.success_regex, cronExpression: null },
      });
      expect(read.error?.issues[0]).toMatchObject({ path: ['successCriterion'] });
      expect(read.error?.issues[0]?.message).toMatch(/HEAD/);
    }
    for (const successCriterion of ['body_match', 'body_fail_match'] as const) {
      const call = { method: 'HEAD', successCriterion, successRegex: String(input.success_regex) };
      const ran = await runJob({ response: 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n', call });
      expect(ran).toMatchObject({ isSuccess: false });
      expect(ran.verdict).toContain('a response to HEAD has no body');
    }
  },
  'criterion-14': async (reported) => {
    const packed = gzipSync('Our service is up');
    expect(await found(reported, packed, { 'content-encoding': 'gzip' })).toEqual([true]);
  },
  'criterion-16': async (reported) => {
    const body = '{"origin":"10.8.0.20","name":"caf\\u00e9"}';
    expect(await found(reported, body)).toEqual([false, true, false]);
  },
});
