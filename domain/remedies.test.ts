import { expect, test } from 'vitest';
import { errorCodes } from './execution.ts';
import { payloadKept, redirectCapped, redirectEndWords, redirectsCircle } from './redirect-ends.ts';
import { endReasons, notTls, remedyOf, remedyOfReason } from './remedies.ts';

const facts = { host: 'api.example.com', statusCode: null, timeoutSeconds: 30 };

test.each(errorCodes)('%s has an explanation and a remedy', (code) => {
  const found = remedyOf({ code, ...facts });
  expect(found?.explanation).toMatch(/^[A-Za-z].{15,}\.$/);
  expect(found?.remedy).toMatch(/^[A-Z].{15,}\.$/);
});

test.each(endReasons)('a fire that ended %s has an explanation and a remedy', (reason) => {
  const { explanation, remedy } = remedyOfReason(reason);
  expect(explanation).toMatch(/\.$/);
  expect(remedy).toMatch(/\.$/);
});

test.each([301, 400, 401, 404, 405, 408, 413, 418, 429, 500, 503])(
  'a refused %d has its own remedy',
  (statusCode) => {
    expect(remedyOf({ code: 'status_rejected', ...facts, statusCode })?.remedy).toMatch(/\.$/);
  },
);

test("an error names the job's host and timeout", () => {
  expect(remedyOf({ code: 'dns_failed', ...facts })?.remedy).toContain(
    'Check the spelling of api.example.com',
  );
  expect(remedyOf({ code: 'timeout', ...facts })?.explanation).toContain('30 s');
  expect(remedyOf({ code: 'timeout', ...facts, timeoutSeconds: 300 })?.remedy).not.toContain('raise');
});

test('a port without TLS is not explained by certificates', () => {
  const found = remedyOf({
    code: 'tls_failed',
    ...facts,
    verdict: `Failed: the TLS handshake failed: ${notTls}.`,
  });
  expect(found?.explanation).toContain('does not speak TLS on this port');
  expect(found?.remedy).toContain('Use http://');
  expect(JSON.stringify(found)).not.toContain('certificate');
  expect(remedyOf({ code: 'tls_failed', ...facts })?.remedy).toContain('certificate');
});

test('an unknown code has no remedy', () => {
  expect(remedyOf({ code: 'toString', ...facts })).toBeNull();
});

test('a redirect that is not followed has its own remedy, which says that the first host got the request', () => {
  const redirects = 1;
  const refused = remedyOf({ code: 'target_not_allowed', ...facts, redirects });
  expect(refused?.explanation).toContain('A redirect leads to api.example.com');
  expect(refused?.explanation).toContain('The target received the request');
  const verdict = `Failed: redirect 1 ${payloadKept}; nothing was sent to it.`;
  expect(remedyOf({ code: 'target_not_allowed', ...facts, redirects, verdict })?.remedy).toContain('payload');
  expect(remedyOf({ code: 'target_not_allowed', ...facts })?.explanation).toContain('Nothing was sent.');

  const rejected = { code: 'status_rejected', ...facts, statusCode: 302 };
  const capped = remedyOf({ ...rejected, verdict: `Failed: the response was 302, and ${redirectCapped}.` });
  expect(capped?.remedy).toContain('different minutes');
  const circle = `Failed: the response was 302: ${redirectsCircle}.`;
  expect(remedyOf({ ...rejected, verdict: circle })?.remedy).toContain('Fix the redirects');
  const tooMany = `Failed: the response was 302 after 5 redirects, ${redirectEndWords.too_many}.`;
  expect(remedyOf({ ...rejected, redirects: 5, verdict: tooMany })).toEqual({
    explanation: expect.stringContaining('redirected more than 5 times') as string,
    remedy: expect.stringContaining('Call the address that the redirects end at') as string,
  });
  expect(remedyOf({ ...rejected, redirects: 2 })?.explanation).toContain('has no address in it');
  expect(remedyOf(rejected)?.remedy).toContain('turn on Follow redirects');
  expect(remedyOf({ ...rejected, statusCode: 500, redirects: 1 })?.remedy).toContain('logs');
});
