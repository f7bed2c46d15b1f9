import { expect, test, vi } from 'vitest';
import type { ChannelConfig } from '#domain/notifications/channel-kinds.ts';
import { receivers } from '#dev/receivers/server.ts';
import type { Received } from '#dev/receivers/receiver.ts';
import { digestOf, type Message, messageOf } from '#server/notifications/message.server.ts';
import type { NotificationRow } from '#server/notifications/notification-rows.server.ts';
import type { HttpKind } from './channel-sender.server.ts';
import { channelSender } from './channel-senders.server.ts';

// The longest and most hostile texts for each kind, classified by the receiver that knows the provider's documented rules.

Object.assign(process.env, {
  APP_ORIGIN: 'https://punctual.example',
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  MAIL_FROM: 'Punctual <mail@punctual.example>',
  KEY_PEPPERS: `a:${Buffer.alloc(32).toString('base64')}`,
});
vi.mock('#server/signing/signing-secrets.server.ts', () => ({ signingSecretsOf: () => Promise.resolve([]) }));

const configs: { [Kind in HttpKind]: ChannelConfig & { kind: Kind } } = {
  slack: { kind: 'slack', url: 'https://hooks.slack.com/services/T0/B0/x' },
  webhook: { kind: 'webhook', url: 'https://example.com/hook' },
  discord: { kind: 'discord', url: 'https://discord.com/api/webhooks/1/abc?thread_id=2' },
  teams: {
    kind: 'teams',
    url: 'https://prod-00.westeurope.logic.azure.com/workflows/0/triggers/manual/paths/invoke?sig=x',
  },
  google_chat: {
    kind: 'google_chat',
    url: 'https://chat.googleapis.com/v1/spaces/AAAA/messages?key=k&token=t',
  },
  telegram: { kind: 'telegram', botToken: `123456789:${'A'.repeat(35)}`, chatId: '-1001234567890' },
  ntfy: {
    kind: 'ntfy',
    server: 'https://ntfy.sh',
    topic: 'punctual-x7',
    accessToken: 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2',
  },
  pagerduty: { kind: 'pagerduty', routingKey: '0123456789abcdef0123456789abcdef', region: 'us' },
};
const kinds = Object.keys(configs) as HttpKind[];

/** Each fills a name of 200 and a verdict of 100,000 characters. */
const texts: Record<string, string> = {
  marks: '<>&|*_~`[]()#+-.!\\"\'{}@$:/ ',
  entities: '&amp;&lt;b&gt;&#60; ',
  mentions: '@everyone @here <!channel> <!everyone> <@U123> <users/all> <@123456789> @durov <at>all</at> ',
  links:
    '[free](https://evil.example) <https://evil.example|click> <a href="https://evil.example">x</a> https://evil.example/a ',
  lists: '\n- one\n# two\n> three\n1. four\n```\n**five**\n- [ ] six\n',
  emoji: '😀👩‍🚒🏳️‍🌈',
  combining: 'Z͑ͫ̓ͪ̂ͫ̽a̴̵̞l',
  wide: '語',
  long: 'x',
  quotes: '"\\',
  control: 'a\u0000\u0007\u001b[31m\u2028\ud800b\r\n',
  lines: '\n\n \n',
  tags: '</b><script>alert(1)</script></a>',
};

const at = new Date('2026-03-02T12:00:00Z');
const filled = (text: string, length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

function rowOf({
  text,
  id = 1,
  rule = 'failure',
}: {
  text: string;
  id?: number;
  rule?: string;
}): NotificationRow {
  const outcome = rule === 'recovery' ? 'success' : 'failed';
  return {
    ...{ id: BigInt(id), jobId: id, executionId: BigInt(id), rule, channel: 'webhook', enqueuedAt: at },
    ...{ streak: 2, streakStartedAt: at },
    job: {
      ...{
        id,
        name: `${filled(text, 199)}.`,
        ownerId: 1,
        cronExpression: '0 * * * *',
        timeZone: 'Europe/Berlin',
      },
      ...{ status: 'active', pauseReason: null, owner: { email: 'a@b.example', emailVerified: true } },
    },
    execution: {
      id: BigInt(id),
      ...{ trigger: 'schedule', scheduledFor: at, dueAt: at, startedAt: at, endedAt: at, durationMs: 1 },
      ...{ latenessMs: 1, outcome, reason: null, statusCode: 503, errorCode: 'status_rejected' },
      ...{ verdict: filled(text, 100_000), attemptCount: 2, missedUntil: null, missedCount: null },
    },
  } as NotificationRow;
}

/** Sends a message to the receiver of its kind, without the network. */
async function receive(kind: HttpKind, message: Message): Promise<Received> {
  const { url, headers, payload } = await channelSender(kind).request({
    ...{ message, ownerId: 1, now: 0 },
    config: configs[kind],
  });
  const { pathname, searchParams } = new URL(url);
  const receiver = receivers[kind];
  if (!receiver) throw new Error('no receiver');
  return receiver.receive({ method: 'POST', path: pathname, search: searchParams, headers, body: payload });
}

const table = kinds.flatMap((kind) =>
  Object.entries(texts).map(([name, text]) => [kind, name, text] as const),
);
/** The providers that show the link beside the text; a webhook has it in its data. */
const linkCounts: Record<HttpKind, number> = {
  ...{ slack: 1, webhook: 0, discord: 2, teams: 1, google_chat: 1, telegram: 1, ntfy: 2, pagerduty: 1 },
};

test('every kind of HTTP has a receiver', () => {
  expect(Object.keys(receivers).sort()).toEqual([...kinds].sort());
});

test.each(table)('%s shows hostile names as they are: %s', async (kind, _, text) => {
  const single = messageOf(rowOf({ text }));
  const digest = digestOf(Array.from({ length: 25 }, (_, index) => rowOf({ text, id: index + 1 })));
  for (const message of [single, digest]) {
    const { problems, shown, reply } = await receive(kind, message);
    expect(problems).toEqual([]);
    expect(reply.status).toBeLessThan(300);
    expect(shown).toMatchObject({ mentions: [], marks: [] });
    expect(shown?.links).toEqual(Array.from({ length: linkCounts[kind] }, () => message.link.url));
  }
});

test.each(kinds.filter((kind) => kind !== 'pagerduty' && kind !== 'webhook'))(
  '%s shows the name and the reason to the letter',
  async (kind) => {
    const name = 'R&D <b>*nightly*</b> [x](y) `z` a_b ~c~ 1. 50%';
    const row = rowOf({ text: 'x' });
    row.job.name = name;
    if (row.execution) row.execution.verdict = 'Failed: <p>"503" & *more*';
    const { shown, problems } = await receive(kind, messageOf(row));
    expect(problems).toEqual([]);
    // Slack has no escape for a star; the title is bold by stars.
    const plain = (text = '') => text.replaceAll('∗', '*').replaceAll('\u2060', '');
    expect(plain(shown?.title)).toContain(`${name} failed`);
    expect(plain(shown?.text)).toContain('Failed: <p>"503" & *more*');
  },
);

test('an empty list of lines is a valid message for every kind', async () => {
  for (const kind of kinds) {
    const message: Message = { ...messageOf(rowOf({ text: 'x' })), lines: [] };
    expect((await receive(kind, message)).problems).toEqual([]);
  }
});

test('PagerDuty gets one key for each job: its failures trigger the alert, its recovery resolves it', async () => {
  const bodyOf = async (message: Message) => {
    const { payload } = await channelSender('pagerduty').request({
      ...{ message, ownerId: 1, now: 0, config: configs.pagerduty },
    });
    return JSON.parse(payload) as { event_action: string; dedup_key: string; payload?: { severity: string } };
  };
  const failed = await bodyOf(messageOf(rowOf({ text: 'x', id: 7 })));
  const reminded = await bodyOf(messageOf(rowOf({ text: 'x', id: 7, rule: 'reminder' })));
  const recovered = await bodyOf(messageOf(rowOf({ text: 'x', id: 7, rule: 'recovery' })));
  const other = await bodyOf(messageOf(rowOf({ text: 'x', id: 8 })));
  expect(failed).toMatchObject({
    event_action: 'trigger',
    dedup_key: 'punctual.example/jobs/7',
    payload: { severity: 'error' },
  });
  expect(reminded).toMatchObject({ event_action: 'trigger', dedup_key: failed.dedup_key });
  expect(recovered).toEqual({
    routing_key: expect.any(String) as string,
    event_action: 'resolve',
    dedup_key: failed.dedup_key,
  });
  expect(other.dedup_key).not.toBe(failed.dedup_key);
});

test('PagerDuty pages for a failure although a missed run, which no recovery ends, has left its alert open', () => {
  const failed = rowOf({ text: 'x', id: 7 });
  const missed = { ...failed, execution: failed.execution && { ...failed.execution, outcome: 'missed' } };
  const keys = [failed, missed as NotificationRow].map((row) => messageOf(row).incidentKey);
  expect(keys).toEqual(['punctual.example/jobs/7', 'punctual.example/jobs/7/missed']);
});

test.each(kinds.filter((kind) => kind !== 'pagerduty'))(
  '%s shows how many notifications a digest of thousands leaves out, and links to their list',
  async (kind) => {
    const rows = Array.from({ length: 200 }, (_, index) => {
      const row = rowOf({ text: 'Nightly billing of all customers ', id: index + 1 });
      return { ...row, target: { id: 7 } } as NotificationRow;
    });
    const message = digestOf(rows, { total: 12_345, jobs: 1_200 });
    const { problems, shown } = await receive(kind, message);
    expect(problems).toEqual([]);
    expect(`${shown?.title ?? ''} ${shown?.text ?? ''}`).toContain('12,345 notifications from 1,200 jobs');
    expect(shown?.text).toContain('And 12,325 more.');
    expect(message.link).toEqual({
      label: 'See all 12,345',
      url: 'https://punctual.example/dashboard/settings/channels/7',
    });
  },
);

test('a digest is as serious as the worst of its messages', () => {
  const [failure, recovery] = [rowOf({ text: 'x' }), rowOf({ text: 'x', id: 2, rule: 'recovery' })];
  expect(digestOf([recovery, failure])).toMatchObject({
    severity: 'error',
    incidentKey: null,
    isResolved: false,
  });
  expect(digestOf([recovery, recovery])).toMatchObject({ severity: 'success', isResolved: false });
});
