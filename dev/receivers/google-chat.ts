import { z } from 'zod';
import {
  bareMarks,
  brokenCharacters,
  jsonReply,
  readBody,
  type Receiver,
  unescapeEntities,
} from './receiver.ts';

// https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create: 32,000 bytes with the cards;
// https://developers.google.com/workspace/chat/api/reference/rest/v1/cards: the widgets;
// https://developers.google.com/workspace/chat/format-messages#card-formatting: the tags of a textParagraph.
const schema = z.strictObject({
  text: z.string().max(4_096).optional(),
  fallbackText: z.string().min(1).max(4_096).optional(),
  cardsV2: z
    .array(
      z.strictObject({
        cardId: z.string().min(1),
        card: z.strictObject({
          header: z.strictObject({ title: z.string().min(1), subtitle: z.string().optional() }),
          sections: z
            .array(
              z.strictObject({
                widgets: z
                  .array(
                    z.union([
                      z.strictObject({
                        textParagraph: z.strictObject({ text: z.string().min(1).max(4_096) }),
                      }),
                      z.strictObject({
                        buttonList: z.strictObject({
                          buttons: z.array(
                            z.strictObject({
                              text: z.string().min(1),
                              onClick: z.strictObject({
                                openLink: z.strictObject({ url: z.string().regex(/^https?:\/\/\S+$/) }),
                              }),
                            }),
                          ),
                        }),
                      }),
                    ]),
                  )
                  .min(1)
                  .max(100),
              }),
            )
            .min(1),
        }),
      }),
    )
    .min(1)
    .max(1),
});

const tag = /<\/?(?:b|i|u|s|strike|br|font|a|code|ul|li|time)(?: [^<>]*)?>/g;
const problem = (status: number, name: string, message: string, headers = {}, details: unknown[] = []) =>
  jsonReply(status, { error: { code: status, message, status: name, details } }, headers);

export const googleChatReceiver: Receiver = {
  rulesUrl: 'https://developers.google.com/workspace/chat/quickstart/webhooks',
  receive: (arrived) => {
    const { content, problems } = readBody({ arrived, schema, mostBytes: 32_000 });
    const card = content?.cardsV2[0]?.card;
    const widgets = card?.sections.flatMap((section) => section.widgets) ?? [];
    const markup = widgets
      .map((widget) => ('textParagraph' in widget ? widget.textParagraph.text : ''))
      .join('\n');
    const buttons = widgets.flatMap((widget) => ('buttonList' in widget ? widget.buttonList.buttons : []));
    const text = unescapeEntities(markup.replace(tag, ''));
    const title = card?.header.title ?? '';
    return {
      problems: [
        ...problems,
        ...bareMarks(markup.replace(tag, '')).map((mark) => `${mark} is not escaped.`),
        ...brokenCharacters(title + text),
      ],
      reply:
        problems.length > 0
          ? problem(400, 'INVALID_ARGUMENT', problems.join(' '))
          : jsonReply(200, { name: 'spaces/AAAA/messages/1.1', cardsV2: [] }),
      shown: card
        ? {
            ...{ title, text: text.trim(), marks: markup.match(tag) ?? [] },
            links: [
              ...buttons.map(({ onClick }) => onClick.openLink.url),
              ...(markup.match(/<a [^>]*/g) ?? []),
            ],
            // Only a text message reads them; a card does not.
            mentions: content.text?.match(/<users\/[^>]+>/g) ?? [],
          }
        : null,
      destination: /\/spaces\/[^/]+/.exec(arrived.path)?.[0] ?? arrived.path,
    };
  },
  // https://developers.google.com/workspace/chat/limits, https://cloud.google.com/apis/design/errors
  errors: {
    400: problem(400, 'INVALID_ARGUMENT', 'Invalid JSON payload received.'),
    401: problem(401, 'UNAUTHENTICATED', 'The request does not have valid authentication credentials.'),
    403: problem(403, 'PERMISSION_DENIED', 'The caller does not have permission.'),
    404: problem(404, 'NOT_FOUND', 'Requested entity was not found.'),
    429: problem(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'),
    503: problem(503, 'UNAVAILABLE', 'The service is currently unavailable.'),
    bad_key: problem(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', {}, [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
    ]),
  },
  limits: [{ most: 1, perMs: 1_000 }],
};
