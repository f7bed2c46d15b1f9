import { z } from 'zod';
import {
  bareMarks,
  brokenCharacters,
  jsonReply,
  readBody,
  type Receiver,
  unescapeEntities,
} from './receiver.ts';

// https://core.telegram.org/bots/api#sendmessage: a text has 1 to 4,096 characters after its tags are read;
// https://core.telegram.org/bots/api#html-style: the tags, and the three marks that are written as entities.
const schema = z.strictObject({
  chat_id: z.string().regex(/^(?:-?\d+|@\w+)$/),
  text: z.string().min(1),
  parse_mode: z.literal('HTML'),
  link_preview_options: z.strictObject({ is_disabled: z.boolean() }).optional(),
});

const tag = /<\/?(?:b|strong|i|em|u|ins|s|del|code|pre|blockquote|tg-spoiler)>|<a href="[^"<>]*">|<\/a>/g;
const refuse = (code: number, description: string, parameters?: object, headers = {}) =>
  jsonReply(code, { ok: false, error_code: code, description, ...(parameters && { parameters }) }, headers);

/** True if every tag is closed in the order of its opening. */
function isNested(tags: string[]): boolean {
  const open: string[] = [];
  for (const one of tags) {
    const name = /^<\/?([a-z-]+)/.exec(one)?.[1] ?? '';
    if (!one.startsWith('</')) open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}

export const telegramReceiver: Receiver = {
  rulesUrl: 'https://core.telegram.org/bots/api#sendmessage',
  receive: (arrived) => {
    const { content, problems } = readBody({ arrived, schema, mostBytes: 1_048_576 });
    const markup = content?.text ?? '';
    const tags = markup.match(tag) ?? [];
    const whole = unescapeEntities(markup.replace(tag, ''));
    const bare = bareMarks(markup.replace(tag, ''));
    const title = unescapeEntities((/<b>(.*?)<\/b>/s.exec(markup)?.[1] ?? '').replace(tag, ''));
    const isUnreadable = bare.length > 0 || !isNested(tags);
    const all = [
      ...problems,
      ...(isUnreadable ? ["Bad Request: can't parse entities"] : []),
      ...(whole.length > 4_096
        ? [`The message has ${whole.length} characters; at most 4096 are accepted.`]
        : []),
      ...brokenCharacters(whole),
      ...(/^\/bot\d+:[\w-]+\/sendMessage$/.test(arrived.path)
        ? []
        : ['The address is /bot<token>/sendMessage.']),
    ];
    return {
      problems: all,
      reply:
        all.length > 0
          ? refuse(400, all[0] ?? '')
          : jsonReply(200, { ok: true, result: { message_id: 1, date: 0, chat: { id: content?.chat_id } } }),
      shown: content && {
        title,
        text: whole,
        links: tags.flatMap((one) => /href="([^"]*)"/.exec(one)?.[1] ?? []).map(unescapeEntities),
        mentions: whole.match(/(?<![\p{L}\p{N}_])@[A-Za-z]\w{3,}/gu) ?? [],
        marks: tags.filter((one) => !/^<\/?(?:b|a)\b/.test(one)),
        note: content.chat_id,
      },
      destination: `${arrived.path} ${content?.chat_id ?? ''}`,
    };
  },
  // https://core.telegram.org/bots/api#making-requests, https://core.telegram.org/bots/api#responseparameters
  errors: {
    400: refuse(400, 'Bad Request: chat not found'),
    401: refuse(401, 'Unauthorized'),
    403: refuse(403, 'Forbidden: bot was blocked by the user'),
    404: refuse(404, 'Not Found'),
    429: refuse(429, 'Too Many Requests: retry after 35', { retry_after: 35 }, { 'retry-after': '35' }),
    500: refuse(500, 'Internal Server Error'),
    too_long: refuse(400, 'Bad Request: message is too long'),
    kicked: refuse(403, 'Forbidden: bot was kicked from the supergroup chat'),
    upgraded: refuse(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
      migrate_to_chat_id: -1001234567890,
    }),
    no_rights: refuse(400, 'Bad Request: not enough rights to send text messages to the chat'),
    ok_false: jsonReply(200, { ok: false, error_code: 400, description: 'Bad Request: chat not found' }),
  },
  limits: [
    { most: 1, perMs: 1_000 },
    { most: 20, perMs: 60_000 },
  ],
};
