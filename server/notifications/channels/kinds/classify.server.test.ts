import { expect, test } from 'vitest';
import type { Reply } from '#dev/receivers/receiver.ts';
import { receivers } from '#dev/receivers/server.ts';
import type { CallResponse } from '#server/outbound/types.ts';
import type { HttpKind } from './channel-sender.server.ts';
import { channelSender, paceOf } from './channel-senders.server.ts';

type Verdict = 'delivered' | 'passing' | 'refused' | 'permanent';

/** The meaning of every documented error of the receivers. */
const expected: Record<HttpKind, Record<string, Verdict>> = {
  slack: {
    ...{
      400: 'refused',
      403: 'permanent',
      404: 'permanent',
      410: 'permanent',
      429: 'passing',
      500: 'passing',
    },
    ...{ channel_not_found: 'permanent', action_prohibited: 'permanent', no_team: 'permanent' },
    ...{ no_active_hooks: 'permanent', posting_to_general_channel_denied: 'permanent', ok_false: 'refused' },
  },
  discord: {
    ...{
      400: 'refused',
      401: 'permanent',
      403: 'permanent',
      404: 'permanent',
      429: 'passing',
      500: 'passing',
    },
    ...{ forum: 'permanent', retry_after: 'passing' },
  },
  teams: {
    ...{
      400: 'refused',
      401: 'permanent',
      403: 'permanent',
      404: 'permanent',
      410: 'permanent',
      413: 'refused',
    },
    ...{
      429: 'passing',
      502: 'passing',
      disabled: 'permanent',
      ok_429: 'passing',
      ok_413: 'refused',
      ok_1: 'delivered',
    },
  },
  google_chat: {
    ...{
      400: 'refused',
      401: 'permanent',
      403: 'permanent',
      404: 'permanent',
      429: 'passing',
      503: 'passing',
    },
    ...{ bad_key: 'permanent' },
  },
  telegram: {
    ...{
      400: 'permanent',
      401: 'permanent',
      403: 'permanent',
      404: 'permanent',
      429: 'passing',
      500: 'passing',
    },
    ...{
      too_long: 'refused',
      kicked: 'permanent',
      upgraded: 'permanent',
      no_rights: 'permanent',
      ok_false: 'permanent',
    },
  },
  ntfy: {
    ...{
      400: 'refused',
      401: 'permanent',
      403: 'permanent',
      404: 'permanent',
      413: 'refused',
      429: 'passing',
    },
    ...{ 500: 'passing', 507: 'passing', not_ntfy: 'permanent' },
  },
  pagerduty: {
    ...{ 400: 'refused', 403: 'permanent', 404: 'permanent', 413: 'refused', 429: 'passing', 500: 'passing' },
    ...{ bad_key: 'permanent' },
  },
  webhook: {
    ...{
      400: 'refused',
      401: 'permanent',
      403: 'permanent',
      404: 'permanent',
      408: 'passing',
      410: 'permanent',
    },
    ...{ 422: 'refused', 425: 'passing', 429: 'passing', 500: 'passing', 502: 'passing', 503: 'passing' },
  },
};

const replyOf = (kind: HttpKind, name: string): Reply => {
  const reply = receivers[kind]?.errors[name];
  if (!reply) throw new Error(`${kind} has no error ${name}`);
  return reply;
};

const responseOf = ({ status, headers = {}, body }: Reply): CallResponse => ({
  ...{
    statusCode: status,
    headers,
    body,
    bytes: body.length,
    isTruncated: false,
    isBinary: false,
    sha256: null,
  },
});

const classify = (kind: HttpKind, reply: Reply) =>
  channelSender(kind).classify({ response: responseOf(reply), error: null, now: 0 });

function verdictOf(kind: HttpKind, reply: Reply): Verdict {
  const { errorCode, isFinal, isPermanent } = classify(kind, reply);
  if (errorCode === null) return 'delivered';
  if (isPermanent) return isFinal ? 'permanent' : 'passing';
  return isFinal ? 'refused' : 'passing';
}

test.each(Object.keys(expected) as HttpKind[])(
  '%s: every documented error is classified by its meaning',
  (kind) => {
    const errors: Record<string, Reply> = receivers[kind]?.errors ?? {};
    const verdicts = Object.entries(errors).map(([name, reply]) => [name, verdictOf(kind, reply)]);
    expect(Object.fromEntries(verdicts)).toEqual(expected[kind]);
  },
);

test.each(Object.keys(expected) as HttpKind[])(
  '%s: a network error is retried, a refused target is not',
  (kind) => {
    const { classify: classifyAs } = channelSender(kind);
    expect(classifyAs({ response: null, error: 'timeout', now: 0 })).toMatchObject({
      errorCode: 'timeout',
      isFinal: false,
    });
    expect(classifyAs({ response: null, error: 'target_not_allowed', now: 0 })).toMatchObject({
      isFinal: true,
    });
  },
);

test("the provider's own wait is kept, the longer one of header and body", () => {
  expect(classify('discord', replyOf('discord', 'retry_after')).waitMs).toBe(2_500);
  expect(classify('discord', replyOf('discord', '429')).waitMs).toBe(65_000);
  expect(classify('telegram', replyOf('telegram', '429')).waitMs).toBe(35_000);
  expect(classify('slack', replyOf('slack', '429')).waitMs).toBe(30_000);
  expect(classify('teams', replyOf('teams', '429')).waitMs).toBe(20_000);
  expect(classify('discord', { status: 429, body: '{"retry_after":-1}' }).waitMs).toBeNull();
});

test('a 2xx status whose body was lost counts as delivered', () => {
  const response = responseOf({ status: 200, body: '' });
  for (const kind of ['ntfy', 'telegram', 'slack'] as const)
    expect(channelSender(kind).classify({ response, error: 'protocol_error', now: 0 }).errorCode).toBeNull();
});

test('a success is a success in the words of each provider', () => {
  expect(verdictOf('slack', { status: 200, body: 'ok' })).toBe('delivered');
  expect(verdictOf('slack', { status: 200, body: '{"success":true}' })).toBe('delivered');
  expect(verdictOf('discord', { status: 204, body: '' })).toBe('delivered');
  expect(verdictOf('teams', { status: 202, body: '' })).toBe('delivered');
  expect(verdictOf('telegram', { status: 200, body: '{"ok":true,"result":{}}' })).toBe('delivered');
  expect(verdictOf('ntfy', { status: 200, body: '{"id":"a","event":"message"}' })).toBe('delivered');
  expect(verdictOf('pagerduty', { status: 202, body: '{"status":"success"}' })).toBe('delivered');
});

test('no pace is faster than what the provider documents', () => {
  for (const kind of Object.keys(expected) as HttpKind[]) {
    const { gapMs, perMinute } = paceOf(kind);
    for (const { most, perMs } of receivers[kind]?.limits ?? []) {
      const sent = Math.min(perMinute, gapMs === 0 ? Infinity : Math.floor(perMs / gapMs));
      expect(sent).toBeLessThanOrEqual(most);
    }
  }
});
