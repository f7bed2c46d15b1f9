import { z } from 'zod';
import { type Arrived, readBody, type Receiver, textReply } from './receiver.ts';

// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md: type, timestamp and data in
// the body; id and time in the headers, the signature where the account has a secret.
const schema = z.strictObject({
  type: z.string().regex(/^[a-z_]+(?:\.[a-z_]+)*$/),
  timestamp: z.iso.datetime(),
  data: z.looseObject({ title: z.string(), text: z.string() }),
});

const mostBytes = 102_400;

/** At `/own`, a body of the account's own: any JSON, or text. */
function readOwn(arrived: Arrived): { content: null; problems: string[] } {
  const bytes = Buffer.byteLength(arrived.body);
  if (!/^text\/plain\b/.test(arrived.headers['content-type'] ?? ''))
    return { ...readBody({ arrived, schema: z.json(), mostBytes }), content: null };
  return {
    content: null,
    problems: bytes > mostBytes ? [`The body has ${bytes} bytes; at most ${mostBytes} are accepted.`] : [],
  };
}

export const webhookReceiver: Receiver = {
  rulesUrl: 'https://www.standardwebhooks.com/',
  receive: (arrived) => {
    const { content, problems } = /^\/own\b/.test(arrived.path)
      ? readOwn(arrived)
      : readBody({ arrived, schema, mostBytes });
    const { headers } = arrived;
    return {
      problems: [
        ...problems,
        ...(/^\S+$/.test(headers['webhook-id'] ?? '') ? [] : ['The header webhook-id is missing.']),
        ...(/^\d+$/.test(headers['webhook-timestamp'] ?? '')
          ? []
          : ['The header webhook-timestamp is missing.']),
      ],
      reply: textReply(200, 'ok'),
      shown: content && {
        ...{ title: content.data.title, text: content.data.text, links: [], mentions: [], marks: [] },
        note: content.type,
      },
      destination: arrived.path,
    };
  },
  errors: Object.fromEntries(
    [400, 401, 403, 404, 408, 410, 422, 425, 429, 500, 502, 503].map((status) => [
      status,
      textReply(status, `status ${status}`, status === 429 || status === 503 ? { 'retry-after': '30' } : {}),
    ]),
  ),
  limits: [],
};
