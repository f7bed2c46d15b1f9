import { z } from 'zod';
import { brokenCharacters, jsonReply, readBody, type Receiver } from './receiver.ts';

// https://docs.ntfy.sh/publish/#publish-as-json: the fields; https://docs.ntfy.sh/publish/#limitations: 4,096 bytes a
// message, of which the server reads twice as many in JSON; a topic has 64 letters, digits, hyphens and underscores.
const url = z.string().regex(/^https?:\/\/\S+$/);
const schema = z.strictObject({
  topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
  title: z.string().min(1).optional(),
  message: z
    .string()
    .min(1)
    .refine(
      (text) => Buffer.byteLength(text) <= 4_096,
      'A message has at most 4096 bytes; this becomes an attachment.',
    ),
  tags: z.array(z.string().regex(/^[\w+-]+$/)).optional(),
  priority: z.number().int().min(1).max(5).optional(),
  click: url.optional(),
  actions: z
    .array(z.strictObject({ action: z.literal('view'), label: z.string().min(1), url }))
    .max(3)
    .optional(),
  markdown: z.boolean().optional(),
});

const refuse = (http: number, code: number, error: string, headers = {}) =>
  jsonReply(http, { code, http, error, link: 'https://ntfy.sh/docs/publish/' }, headers);

export const ntfyReceiver: Receiver = {
  rulesUrl: 'https://docs.ntfy.sh/publish/',
  receive: (arrived) => {
    const { content, problems } = readBody({ arrived, schema, mostBytes: 8_192 });
    return {
      problems: [
        ...problems,
        ...brokenCharacters(`${content?.title ?? ''}${content?.message ?? ''}`),
        ...(arrived.path === '/' ? [] : ['JSON is published at the root of the server.']),
      ],
      reply:
        problems.length > 0
          ? refuse(400, 40_001, `invalid request: ${problems.join(' ')}`)
          : jsonReply(200, { id: 'xE73Iyuabi', time: 0, event: 'message', topic: content?.topic }),
      shown: content && {
        title: content.title ?? '',
        text: content.message,
        links: [content.click, ...(content.actions ?? []).map((action) => action.url)].filter(
          (one) => one !== undefined,
        ),
        ...{ mentions: [], marks: content.markdown ? ['markdown'] : [] },
        note: `${content.topic}, priority ${content.priority ?? 3}, ${(content.tags ?? []).join(' ')}`,
      },
      destination: arrived.headers['authorization'] ?? 'anonymous',
    };
  },
  // https://github.com/binwiederhier/ntfy/blob/main/server/errors.go
  errors: {
    400: refuse(400, 40_009, 'invalid request: topic invalid'),
    401: refuse(401, 40_101, 'unauthorized'),
    403: refuse(403, 40_301, 'forbidden'),
    404: refuse(404, 40_401, 'page not found'),
    413: refuse(413, 41_301, 'attachment too large, or bandwidth limit reached'),
    429: refuse(429, 42_901, 'limit reached: too many requests'),
    500: refuse(500, 50_001, 'internal server error'),
    507: refuse(507, 50_701, 'cannot publish to UnifiedPush topic without previously active subscriber'),
    not_ntfy: {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Welcome</title>',
    },
  },
  limits: [{ most: 60, perMs: 60_000 }],
};
