import { expect, test } from 'vitest';
import { verdictOf, type VerdictFacts } from './verdict.ts';

const verdict = (facts: Partial<VerdictFacts>) =>
  verdictOf({
    ...{
      errorCode: null,
      statusCode: 200,
      acceptedStatuses: null,
      criterion: 'status_code',
      timeoutSeconds: 30,
    },
    ...facts,
  });
const search = { pattern: 'do+ne', bytes: 1_234, isTruncated: false, isBinary: false };

test.each<[Partial<VerdictFacts>, string]>([
  [{}, 'Success: the response was 200; this job expects 2xx.'],
  [
    { statusCode: 302, acceptedStatuses: '200-204,302' },
    'Success: the response was 302; this job expects 200-204,302.',
  ],
  [
    { criterion: 'body_match', search },
    'Success: the response was 200 and the pattern /do+ne/ was found in its 1,234 bytes; this job expects 2xx.',
  ],
  [
    { criterion: 'body_fail_match', search: { ...search, bytes: 65_536, isTruncated: true } },
    'Success: the response was 200 and the failure pattern /do+ne/ was not found in its first 65,536 bytes; this job expects 2xx. Warning: the response is longer, and the rest of it was not searched.',
  ],
  [{ type: 'email', statusCode: 250 }, 'Success: the mail server accepted the message with 250.'],
  [
    { errorCode: 'status_rejected', statusCode: 503, criterion: 'body_match', search: null },
    'Failed: the response was 503; this job expects 2xx.',
  ],
  [
    { errorCode: 'status_rejected', statusCode: 301, location: 'https://example.com' },
    'Failed: the response was 301 and points to https://example.com, which is not followed; this job expects 2xx.',
  ],
  [
    { errorCode: 'pattern_missing', criterion: 'body_match', search: { ...search, bytes: 1 } },
    'Failed: the response was 200, but the pattern /do+ne/ was not found in its 1 byte.',
  ],
  [
    { errorCode: 'pattern_missing', criterion: 'body_match', search: { ...search, isBinary: true } },
    'Failed: the response was 200, but the pattern /do+ne/ was not found in its 1,234 bytes, which are binary and not searched.',
  ],
  [
    { errorCode: 'pattern_present', criterion: 'body_fail_match', search },
    'Failed: the response was 200, but the failure pattern /do+ne/ was found in its 1,234 bytes.',
  ],
  [
    { errorCode: 'pattern_timeout', criterion: 'body_match', search },
    'Failed: the response was 200, but searching for the pattern /do+ne/ in its 1,234 bytes took too long.',
  ],
  [
    { type: 'email', errorCode: 'protocol_error', statusCode: null },
    'Failed: the mail server ended the connection without saying whether it accepted the message.',
  ],
  [
    { criterion: 'body_match', search: { ...search, isTruncated: true } },
    'Success: the response was 200 and the pattern /do+ne/ was found in its first 1,234 bytes; this job expects 2xx.',
  ],
  [
    {
      errorCode: 'pattern_missing',
      criterion: 'body_match',
      search: { ...search, isTruncated: true },
      hint: 'Hint: look.',
    },
    'Failed: the response was 200, but the pattern /do+ne/ was not found in its first 1,234 bytes. Warning: the response is longer, and the rest of it was not searched. Hint: look.',
  ],
  [
    { errorCode: 'pattern_missing', criterion: 'body_fail_match', search: { ...search, isBodiless: true } },
    'Failed: the response was 200, but a response to HEAD has no body in which /do+ne/ could be found.',
  ],
  [
    { undecoded: 'gzip' },
    'Success: the response was 200; this job expects 2xx. Its Content-Encoding says gzip, but the body could not be decoded: it was kept as received.',
  ],
  [
    { errorCode: 'protocol_error', explanation: 'its chunks are malformed' },
    'Failed: a response with status 200 arrived, but could not be read: its chunks are malformed.',
  ],
  [
    { errorCode: 'protocol_error', statusCode: null, explanation: 'it is not HTTP/1.1' },
    'Failed: no HTTP response was received: it is not HTTP/1.1.',
  ],
  [
    { errorCode: 'timeout', explanation: 'the body was still arriving' },
    'Failed: the response was 200, but it was not complete within 30 seconds: the body was still arriving.',
  ],
  [{ errorCode: 'timeout', statusCode: null }, 'Failed: no complete response within 30 seconds.'],
  [
    { errorCode: 'tls_failed', statusCode: null, explanation: 'the certificate has expired' },
    'Failed: the TLS handshake failed: the certificate has expired.',
  ],
  [
    {
      errorCode: 'target_not_allowed',
      statusCode: null,
      explanation: 'the secret KEY does not exist',
    },
    'Failed: the secret KEY does not exist; nothing was sent.',
  ],
  [{ errorCode: 'target_not_allowed', statusCode: null }, 'Failed: target not allowed.'],
  [{ errorCode: 'email_refused', statusCode: 550 }, 'Failed: the mail server refused the message with 550.'],
  [{ errorCode: 'worker_lost', statusCode: null }, 'Failed: interrupted on our side; outcome unknown.'],
])('%j reads "%s"', (facts, text) => {
  expect(verdict(facts)).toBe(text);
});

test('a long location is cut', () => {
  const location = `https://${'x'.repeat(5_000)}`;
  expect(verdict({ errorCode: 'status_rejected', statusCode: 301, location }).length).toBeLessThan(400);
});
