import { createServer, type IncomingMessage, type Server } from 'node:http';
import { discordReceiver } from './discord.ts';
import { googleChatReceiver } from './google-chat.ts';
import { ntfyReceiver } from './ntfy.ts';
import { pagerDutyReceiver } from './pagerduty.ts';
import { messagesPage } from './pages.ts';
import { createRateLimit } from './rate-limit.ts';
import { type Arrived, type KeptMessage, type Received, type Receiver, textReply } from './receiver.ts';
import { slackReceiver } from './slack.ts';
import { teamsReceiver } from './teams.ts';
import { telegramReceiver } from './telegram.ts';
import { webhookReceiver } from './webhook.ts';

/** The receivers of HTTP by the first part of their addresses; mail arrives at dev/mail. */
export const receivers: Record<string, Receiver> = {
  slack: slackReceiver,
  discord: discordReceiver,
  teams: teamsReceiver,
  google_chat: googleChatReceiver,
  telegram: telegramReceiver,
  ntfy: ntfyReceiver,
  pagerduty: pagerDutyReceiver,
  webhook: webhookReceiver,
};

/**
 * Plays the providers. `/slack/…` is Slack, `/slack/404/…` Slack with that error, and so on. Telegram, PagerDuty and ntfy
 * are called at their own paths, and give an error to the chat `@error_403`, to the topic `error_403` and to a key that
 * begins with `error403`. `GET /messages?kind=` lists what came, DELETE forgets it, `/` shows it.
 * @param mostKept messages that are kept, the last ones
 */
export function createReceivers({ mostKept = 500 } = {}): Server {
  const kept: KeptMessage[] = [];
  const limit = createRateLimit();

  const receive = (arrived: Arrived): Received['reply'] => {
    const found = receiverOf(arrived);
    if (!found) return textReply(404, 'There is no such receiver.');
    const { kind, receiver, errorName, ...rest } = found;
    const received = receiver.receive({ ...arrived, path: rest.path });
    const exceeded = limit({
      ...{ key: `${kind} ${received.destination}`, limits: receiver.limits, now: Date.now() },
    });
    const tooFast = exceeded && `Faster than ${exceeded.most} in ${exceeded.perMs} ms to one destination.`;
    const forced = errorName === null ? undefined : receiver.errors[errorName];
    const message: KeptMessage = {
      ...{
        kind,
        at: new Date().toISOString(),
        path: arrived.path,
        headers: arrived.headers,
        body: arrived.body,
      },
      ...{ rulesUrl: receiver.rulesUrl, destination: received.destination, shown: received.shown },
      problems: tooFast === null ? received.problems : [...received.problems, tooFast],
      reply:
        forced ?? (tooFast === null ? received.reply : (receiver.errors[429] ?? textReply(429, tooFast))),
    };
    kept.push(message);
    kept.splice(0, kept.length - mostKept);
    return message.reply;
  };

  const read = ({ method, path, search }: Arrived): Received['reply'] => {
    const kind = search.get('kind');
    const messages = kept.filter((message) => kind === null || message.kind === kind);
    if (method === 'DELETE') kept.length = 0;
    return path === '/'
      ? {
          status: 200,
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: messagesPage(messages.reverse()),
        }
      : { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ messages }) };
  };

  return createServer((request, response) => {
    void readArrived(request).then((arrived) => {
      const isReading = arrived.method !== 'POST' && (arrived.path === '/' || arrived.path === '/messages');
      const { status, headers = {}, body } = isReading ? read(arrived) : receive(arrived);
      response.writeHead(status, headers).end(body);
    });
  });
}

/** The receiver that an address belongs to, and the error that it asks for. */
function receiverOf(arrived: Arrived): {
  kind: string;
  receiver: Receiver;
  path: string;
  errorName: string | null;
} | null {
  const of = (kind: string, path: string, errorName: string | null) => {
    const receiver = receivers[kind];
    return receiver ? { kind, receiver, path, errorName } : null;
  };
  const errorIn = (pattern: RegExp) => pattern.exec(arrived.body)?.[1] ?? null;
  if (/^\/bot[^/]+\/\w+$/.test(arrived.path))
    return of('telegram', arrived.path, errorIn(/"chat_id":"@error_(\w+)"/));
  if (arrived.path === '/v2/enqueue')
    return of('pagerduty', arrived.path, errorIn(/"routing_key":"error(\d{3})/));
  if (arrived.path === '/') return of('ntfy', arrived.path, errorIn(/"topic":"error_(\w+)"/));
  const [, kind = '', rest = ''] = /^\/(\w+)(\/.*)?$/.exec(arrived.path) ?? [];
  const [, first = ''] = /^\/(\w+)/.exec(rest) ?? [];
  return receivers[kind]?.errors[first]
    ? of(kind, rest.slice(first.length + 1) || '/', first)
    : of(kind, rest, null);
}

async function readArrived(request: IncomingMessage): Promise<Arrived> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://receivers');
  return {
    method: request.method ?? '',
    path: pathname,
    search: searchParams,
    headers: request.headers as Record<string, string>,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}
