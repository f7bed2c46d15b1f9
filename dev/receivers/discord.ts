import { z } from 'zod';
import { brokenCharacters, jsonReply, readBody, type Receiver } from './receiver.ts';

// https://docs.discord.com/developers/resources/message#embed-object-embed-limits: title 256, description 4,096, 6,000
// in all; https://docs.discord.com/developers/resources/webhook#execute-webhook: content 2,000, ten embeds.
const url = z
  .string()
  .regex(/^https?:\/\/\S+$/)
  .max(2_048);
const schema = z
  .strictObject({
    content: z.string().max(2_000).optional(),
    embeds: z
      .array(
        z.strictObject({
          title: z.string().min(1).max(256),
          url: url.optional(),
          description: z.string().min(1).max(4_096),
          color: z.number().int().min(0).max(0xffffff).optional(),
          timestamp: z.iso.datetime().optional(),
          footer: z.strictObject({ text: z.string().max(2_048) }).optional(),
        }),
      )
      .min(1)
      .max(10),
    allowed_mentions: z.strictObject({ parse: z.array(z.enum(['roles', 'users', 'everyone'])) }),
  })
  .refine(
    ({ embeds }) =>
      embeds.reduce((sum, { title, description }) => sum + title.length + description.length, 0) <= 6_000,
    'Embeds have at most 6000 characters in all.',
  );

const escaped = /\\([^0-9A-Za-z\s])/g;
/** An escape, or a link with its label and address: the first from the left counts. */
const token = /\\([^0-9A-Za-z\s])|\[((?:\\.|[^\\[\]])*)\]\(<?((?:\\.|[^\\)>\s])*)>?\)/g;
const placeholder = '\ue000';

/** Reads a text of an embed as Discord does: an escape first, then links, mentions, lists and emphasis. */
function readMarks(markup: string) {
  const links: string[] = [];
  const plain = markup.replace(token, (_, char?: string, label?: string, target?: string) => {
    if (char !== undefined) return char;
    links.push(target ?? '');
    return (label ?? '').replace(escaped, '$1');
  });
  const unescaped = markup.replace(token, (_, char?: string, label?: string) =>
    char === undefined ? (label ?? '').replace(escaped, placeholder) : placeholder,
  );
  return {
    plain,
    links: [...links, ...(unescaped.match(/https?:\/\/\S+/g) ?? [])],
    mentions: unescaped.match(/<[@#][!&]?\d+>|@everyone|@here/g) ?? [],
    marks: [
      ...(unescaped.match(/[*_~`|]/g) ?? []),
      ...(unescaped.match(/^[^\S\r\n\u2028\u2029]*(?:[-+>#]|\d+\.)/gm) ?? []),
    ],
    isCut: unescaped.includes('\\'),
  };
}

export const discordReceiver: Receiver = {
  rulesUrl: 'https://docs.discord.com/developers/resources/webhook#execute-webhook',
  receive: (arrived) => {
    const { content, problems } = readBody({ arrived, schema, mostBytes: 1_048_576 });
    const [embed] = content?.embeds ?? [];
    const [title, text] = [readMarks(embed?.title ?? ''), readMarks(embed?.description ?? '')];
    const whole = `${title.plain}${text.plain}`;
    const all = [
      ...problems,
      ...brokenCharacters(whole),
      ...(title.isCut || text.isCut ? ['A text ends within an escape.'] : []),
      ...(/\n/.test(embed?.title ?? '') ? ['A title has one line.'] : []),
      ...(content && content.allowed_mentions.parse.length > 0 ? ['A notification mentions nobody.'] : []),
    ];
    const saved = arrived.search.get('wait') === 'true';
    const invalid = jsonReply(400, {
      code: 50035,
      message: 'Invalid Form Body',
      errors: { embeds: problems },
    });
    const accepted = saved
      ? jsonReply(200, { id: '1', type: 0, webhook_id: '1' })
      : { status: 204, body: '' };
    return {
      problems: all,
      reply: problems.length > 0 ? invalid : accepted,
      shown: embed
        ? {
            title: title.plain,
            text: text.plain,
            links: [...(embed.url === undefined ? [] : [embed.url]), ...title.links, ...text.links],
            mentions: [...title.mentions, ...text.mentions],
            marks: [...title.marks, ...text.marks],
            color: `#${(embed.color ?? 0).toString(16).padStart(6, '0')}`,
          }
        : null,
      destination: arrived.path,
    };
  },
  // https://docs.discord.com/developers/topics/opcodes-and-status-codes#jsonReply, and
  // https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit
  errors: {
    400: jsonReply(400, { code: 50035, message: 'Invalid Form Body', errors: {} }),
    401: jsonReply(401, { code: 50027, message: 'Invalid Webhook Token' }),
    403: jsonReply(403, { code: 50013, message: 'You lack permissions to perform that action' }),
    404: jsonReply(404, { code: 10015, message: 'Unknown Webhook' }),
    429: jsonReply(
      429,
      { message: 'You are being rate limited.', retry_after: 64.57, global: false },
      { 'retry-after': '65', 'x-ratelimit-reset-after': '64.57' },
    ),
    500: jsonReply(500, { message: '500: Internal Server Error', code: 0 }),
    forum: jsonReply(400, {
      code: 220001,
      message: 'Webhooks posted to forum channels must have a thread_name or thread_id',
    }),
    retry_after: jsonReply(429, { message: 'You are being rate limited.', retry_after: 2.5, global: false }),
  },
  limits: [
    { most: 5, perMs: 2_000 },
    { most: 30, perMs: 60_000 },
  ],
};
