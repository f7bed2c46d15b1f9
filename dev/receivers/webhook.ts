import { z } from 'zod';
import { readBody, type Receiver, textReply } from './receiver.ts';

// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md: type, timestamp and data in
// the body; id and time in the headers, the signature where the account has a secret.
const schema = z.strictObject({
  type: z.string().regex(/^[a-z_]+(?:\.[a-z_]+)*$/),
  timestamp: z.iso.datetime(),
  data: z.looseObject({ title: z.string(), text: z.string() }),
});

export const webhookReceiver: Receiver = {
  rulesUrl: 'https://www.standardwebhooks.com/',
  receive: (arrived) => {
    const { content, problems } = readBody({ arrived, schema, mostBytes: 102_400 });
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
