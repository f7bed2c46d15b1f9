import nodemailer from 'nodemailer';
import { beforeEach, expect, vi } from 'vitest';
import { notificationFor, readNotificationConfig } from '#domain/notifications/notification.ts';
import { notificationMail } from '#server/notifications/channels/mail-notification.server.ts';
import { isSlackUrl } from '#server/notifications/channels/slack-host.server.ts';
import { slackBody } from '#server/notifications/channels/kinds/slack.server.ts';
import { testCases } from './cases.ts';

beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://unused');
  vi.stubEnv('APP_ORIGIN', 'https://punctual.example');
});

const link = { label: 'See the execution', url: 'https://punctual.example/dashboard/jobs/1/executions/2' };

function messageOf(name: string, line = 'Failed: the response was 503.') {
  const at = new Date(0);
  return {
    ...{ type: 'job.failed', id: 'note_1', at, title: `${name} failed`, lines: [line], link, data: {} },
    ...{ severity: 'error' as const, incidentKey: 'punctual.example/jobs/1', isResolved: false },
  };
}

interface SlackBody {
  text: string;
  blocks: { type: string; text?: { text: string }; elements?: { text: string }[] }[];
  [field: string]: unknown;
}

const slackOf = (name: string, line?: string) => JSON.parse(slackBody(messageOf(name, line))) as SlackBody;

const textsOf = ({ text, blocks }: SlackBody) => [
  text,
  ...blocks.flatMap((block) => [block.text, ...(block.elements ?? [])].flatMap((one) => one?.text ?? [])),
];

testCases('notification', {
  'notification-01': ({ input }) => {
    const body = slackOf(String(input.job_name), String(input.response));
    const [text = '', section = ''] = textsOf(body);
    for (const one of [text, section]) {
      expect(one).toContain('&lt;!channel&gt; R&amp;D &lt;https://evil.example|click&gt;');
      expect(one).toContain('&lt;script&gt;&amp;amp;');
      expect(one).not.toMatch(/<!|<https:\/\/evil/);
    }
  },
  'notification-02': () => {
    const texts = textsOf(slackOf('Nightly', '&'.repeat(5_000)));
    expect(texts.every((text) => text.length <= 3_000)).toBe(true);
    // The link follows the cut text.
    expect(texts.filter((text) => /…(?:\nhttps:\S+)?$/.test(text))).toHaveLength(2);
    // No escape is cut in two.
    expect(texts.every((text) => !/&(?!amp;)/.test(text))).toBe(true);
  },
  'notification-03': () => {
    const body = slackOf('x'.repeat(200));
    for (const { type, text } of body.blocks) {
      expect(text?.text.length ?? 0).toBeLessThanOrEqual(type === 'header' ? 150 : 3_000);
    }
    expect(textsOf(body)[1]).toContain('x'.repeat(200));
  },
  'notification-05': () => {
    expect(Object.keys(slackOf('Nightly')).sort()).toEqual(['blocks', 'text', 'unfurl_links']);
  },
  // Decided since (D37a): GovSlack and Discord's /slack pass. The message of a refusal: save-channel.test.ts.
  'notification-06': ({ input }) => {
    const [gov = '', discord = '', mattermost = ''] = input.url as string[];
    expect([gov, discord, mattermost].map(isSlackUrl)).toEqual([true, true, false]);
    expect(isSlackUrl('https://discord.com/api/webhooks/1/abc')).toBe(false);
    expect(isSlackUrl('http://hooks.slack-gov.com/services/T/B/x')).toBe(false);
    expect(isSlackUrl('https://discord.com.evil.example/api/webhooks/1/abc/slack')).toBe(false);
  },
  'notification-07': () => {
    const links = textsOf(slackOf('Nightly')).flatMap((text) => [...text.matchAll(/<([^<|>]+)\|/g)]);
    expect(links.map(([, url]) => url)).toEqual([link.url]);
  },
  'notification-08': ({ input }) => {
    const config = readNotificationConfig(String(input.notification_config));
    if (!config) throw new Error('It cannot be read.');
    let streak = 0;
    let lastNotifiedAt: number | null = null;
    const reported = String(input.ends)
      .split(', ')
      .map((end, now) => {
        if (end === 'failure') streak += 1;
        const facts = { frequency: 'on_failure', config, streak, lastNotifiedAt, now } as const;
        const rule = notificationFor({ ...facts, end: end === 'failure' ? 'failure' : 'success' });
        if (end === 'success') [streak, lastNotifiedAt] = [0, null];
        else if (rule !== null) lastNotifiedAt = now;
        return rule;
      });
    expect(reported).toEqual([null, null, null, null, null, 'failure', 'recovery']);
  },
  'notification-11': async ({ input }) => {
    const message = messageOf(String(input.job_name));
    const mail = notificationMail({ message, to: 'ada@example.com', jobUrl: link.url });
    const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
    const sent = await transport.sendMail({ from: 'punctual@example.com', ...mail });
    const head = (sent.message as Buffer).toString().split(/\r?\n\r?\n/)[0] ?? '';
    expect(head).not.toMatch(/[^\0-\x7f]/);
    expect(head).toMatch(/^Subject: =\?UTF-8\?[BQ]\?/im);
  },
});
