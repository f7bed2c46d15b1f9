import { z } from 'zod';
import {
  bareMarks,
  brokenCharacters,
  readBody,
  type Receiver,
  textReply,
  unescapeEntities,
} from './receiver.ts';

// https://docs.slack.dev/reference/block-kit/blocks/section-block: a text has 1 to 3,000 characters;
// https://docs.slack.dev/reference/block-kit/blocks/context-block: 10 elements at most; 50 blocks a message;
// https://docs.slack.dev/messaging/formatting-message-text#escaping: & < > are written as entities.
const mrkdwn = z.strictObject({
  type: z.enum(['mrkdwn', 'plain_text']),
  text: z.string().min(1).max(3_000),
  verbatim: z.boolean().optional(),
});
const schema = z.strictObject({
  text: z.string().min(1).max(40_000),
  unfurl_links: z.boolean().optional(),
  blocks: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('section'), text: mrkdwn }),
        z.strictObject({ type: z.literal('context'), elements: z.array(mrkdwn).min(1).max(10) }),
      ]),
    )
    .max(50),
});

const special = /<([^<>|]*)(?:\|([^<>]*))?>/g;

/** Reads the marks in angle brackets: links, and mentions of people, channels and groups. */
function readMarks(markup: string) {
  const found = [...markup.matchAll(special)];
  const plain = markup.replace(special, (_, target: string, label?: string) => label ?? target);
  return {
    links: found.map(([, target = '']) => target).filter((target) => /^(?:https?|mailto):/.test(target)),
    mentions: found.map(([, target = '']) => target).filter((target) => /^[!@#]/.test(target)),
    bare: bareMarks(markup.replace(special, '')),
    plain: unescapeEntities(plain),
  };
}

export const slackReceiver: Receiver = {
  rulesUrl: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/',
  receive: (arrived) => {
    const { content, problems } = readBody({ arrived, schema, mostBytes: 1_048_576 });
    const parts = (content?.blocks ?? []).flatMap((block) =>
      block.type === 'section' ? [block.text.text] : block.elements.map((element) => element.text),
    );
    const read = parts.map(readMarks);
    // The text is for notifications, where its address is plain.
    const fallback = readMarks(content?.text ?? '');
    const bare = [...read.flatMap((part) => part.bare), ...fallback.bare];
    const whole = read.map(({ plain }) => plain).join('\n');
    const all = [...problems, ...bare.map((mark) => `${mark} is not escaped.`), ...brokenCharacters(whole)];
    const [title = '', ...rest] = whole.split('\n');
    return {
      problems: all,
      reply: content === null ? textReply(400, 'invalid_payload') : textReply(200, 'ok'),
      shown: content && {
        title: title.replace(/^\*|\*$/g, ''),
        text: rest.join('\n'),
        links: read.flatMap((part) => part.links),
        mentions: [...read.flatMap((part) => part.mentions), ...fallback.mentions],
        marks: [],
      },
      destination: arrived.path,
    };
  },
  // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/#handling_errors
  errors: {
    400: textReply(400, 'invalid_payload'),
    403: textReply(403, 'invalid_token'),
    404: textReply(404, 'no_service'),
    410: textReply(410, 'channel_is_archived'),
    429: textReply(429, 'rate_limited', { 'retry-after': '30' }),
    500: textReply(500, 'rollup_error'),
    channel_not_found: textReply(404, 'channel_not_found'),
    action_prohibited: textReply(403, 'action_prohibited'),
    no_team: textReply(404, 'no_team'),
    no_active_hooks: textReply(400, 'no_active_hooks'),
    posting_to_general_channel_denied: textReply(403, 'posting_to_general_channel_denied'),
    ok_false: { status: 200, body: '{"ok":false,"error":"channel_not_found"}' },
  },
  limits: [{ most: 1, perMs: 1_000 }],
};
