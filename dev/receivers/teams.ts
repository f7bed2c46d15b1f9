import { z } from 'zod';
import { brokenCharacters, jsonReply, readBody, type Receiver, textReply } from './receiver.ts';

// https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using: the envelope
// with `attachments`; https://learn.microsoft.com/en-us/connectors/teams/#known-issues-and-limitations: about 28 KB;
// https://adaptivecards.io/explorer/: the elements. A TextRun has no Markdown, a TextBlock has.
const mostBytes = 28 * 1_024;
const colors = z.enum(['default', 'dark', 'light', 'accent', 'good', 'warning', 'attention']);
const run = z.strictObject({
  type: z.literal('TextRun'),
  text: z.string().min(1),
  weight: z.enum(['Lighter', 'Default', 'Bolder']).optional(),
  size: z.enum(['Small', 'Default', 'Medium', 'Large', 'ExtraLarge']).optional(),
  color: colors.optional(),
});
const schema = z.strictObject({
  type: z.literal('message'),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        contentUrl: z.null().optional(),
        content: z.strictObject({
          $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
          type: z.literal('AdaptiveCard'),
          version: z.string().regex(/^1\.[0-5]$/),
          fallbackText: z.string().optional(),
          body: z.array(
            z.strictObject({
              type: z.literal('RichTextBlock'),
              inlines: z.array(run).min(1),
              spacing: z.enum(['None', 'Small', 'Default', 'Medium', 'Large']).optional(),
            }),
          ),
          actions: z
            .array(
              z.strictObject({
                type: z.literal('Action.OpenUrl'),
                title: z.string().min(1),
                url: z.string().regex(/^https?:\/\/\S+$/),
              }),
            )
            .max(6),
          msteams: z.strictObject({ width: z.literal('Full') }).optional(),
        }),
      }),
    )
    .length(1),
});

const error = (status: number, code: string, message: string, headers = {}) =>
  jsonReply(status, { error: { code, message } }, headers);

export const teamsReceiver: Receiver = {
  rulesUrl:
    'https://support.microsoft.com/en-us/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498',
  receive: (arrived) => {
    const { content, problems } = readBody({ arrived, schema, mostBytes });
    const card = content?.attachments[0]?.content;
    const blocks = (card?.body ?? []).map(({ inlines }) => inlines.map((one) => one.text).join(''));
    const [title = '', ...rest] = blocks;
    return {
      problems: [...problems, ...brokenCharacters(blocks.join('\n'))],
      // A workflow accepts before it has posted.
      reply:
        problems.length > 0
          ? error(400, 'TriggerInputSchemaMismatch', problems.join(' '))
          : { status: 202, body: '' },
      shown: card
        ? {
            ...{ title, text: rest.join('\n'), mentions: [], marks: [] },
            links: card.actions.map(({ url }) => url),
            color: { attention: '#c4314b', warning: '#f8d22a', good: '#92c353', accent: '#6264a7' }[
              card.body[0]?.inlines[0]?.color as 'good'
            ],
          }
        : null,
      destination: arrived.path,
    };
  },
  // https://learn.microsoft.com/en-us/azure/logic-apps/logic-apps-limits-and-config, and, for status 200,
  // https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using#rate-limiting-for-connectors
  errors: {
    400: error(400, 'InvalidRequestContent', 'The request content is not valid.'),
    401: error(
      401,
      'DirectApiAuthorizationRequired',
      'The request must be authenticated only by Shared Access scheme.',
    ),
    403: error(403, 'AuthorizationFailed', 'The caller is not allowed.'),
    404: error(404, 'WorkflowNotFound', "The workflow '0123' could not be found."),
    410: textReply(410, ''),
    413: error(413, 'RequestEntityTooLarge', 'Request Entity too large.'),
    429: error(429, 'WorkflowTriggerRequestsThrottled', 'Too many requests.', { 'retry-after': '20' }),
    502: error(502, 'NoResponse', 'The server did not receive a response from an upstream server.'),
    disabled: error(
      400,
      'WorkflowTriggerIsNotEnabled',
      "Could not execute workflow '0123' trigger 'manual' with state 'Disabled': trigger is not enabled.",
    ),
    ok_429: textReply(
      200,
      'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId MS-CV=x.',
    ),
    ok_413: textReply(
      200,
      'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413 with ContextId MS-CV=x.',
    ),
    ok_1: textReply(200, '1'),
  },
  limits: [{ most: 4, perMs: 1_000 }],
};
