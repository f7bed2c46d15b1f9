import { expect, test } from 'vitest';
import { toAttemptView, type AttemptFacts } from './attempt-view.ts';

function shown({ body, payload }: { body: string; payload: string | null }) {
  const attempt: AttemptFacts = {
    ...{ number: 1, startedAt: new Date(0), endedAt: new Date(9), durationMs: 9, isReused: false },
    ...{ remoteAddress: null, tlsProtocol: null, statusCode: 200, errorCode: null, retryAfterMs: null },
    ...{ dnsMs: null, connectMs: null, tlsMs: null, waitMs: null, downloadMs: null },
    request: { method: 'POST', url: 'https://example.com/', headers: {}, payload },
    response: { headers: {}, body, bytes: body.length, isTruncated: false, isBinary: false, sha256: null },
  };
  return toAttemptView({ attempt, type: 'webhook', timeoutSeconds: 30, isRevealed: false });
}

test('JSON is indented token by token, beside the text as sent and received', () => {
  const json = '{"id":12345678901234567890,"n":1.0,"a":1,"a":2}';
  const { response, request } = shown({ body: json, payload: json });
  const laidOut = '{\n  "id": 12345678901234567890,\n  "n": 1.0,\n  "a": 1,\n  "a": 2\n}';
  expect(response).toMatchObject({ text: laidOut, raw: json });
  expect(request).toMatchObject({ payload: laidOut, rawPayload: json });
});

test('a text shown unchanged has no second form', () => {
  expect(shown({ body: 'plain', payload: null })).toMatchObject({
    response: { text: 'plain', raw: null },
    request: { payload: null, rawPayload: null },
  });
});
