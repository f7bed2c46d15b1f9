import { fitText, shownLine, shownText } from '#server/notifications/fit-text.server.ts';
import type { Message } from '#server/notifications/message.server.ts';
import { type ChannelSender, mostToDestination } from './channel-sender.server.ts';
import { jsonBody, classifyResponse } from './classify-response.server.ts';
import { notificationHeaders } from './notification-headers.server.ts';

// A message has 28 KB at most (https://learn.microsoft.com/en-us/connectors/teams/#known-issues-and-limitations), which
// Teams counts in more than the bytes of our JSON: messages of 21 KB have been refused.
const longestTitle = 250;
const longestText = 4_500;
/** Each block takes some 80 bytes besides its text. */
const mostParagraphs = 40;

const colors = { error: 'attention', warning: 'warning', success: 'good', info: 'accent' };

/** Errors of Logic Apps that last until the workflow is changed. */
const permanentErrors =
  /^(?:WorkflowTriggerIsNotEnabled|WorkflowNotFound|WorkflowDisabled|TriggerInputSchemaMismatch|DirectApiAuthorization\w*|AuthorizationFailed|InvalidAuthorization\w*|\w*Signature\w*|InvalidSasToken)$/i;
/** The text of a webhook of the older kind, with status 200: "… returned HTTP error 429 with ContextId …". */
const failedInside = /^Webhook message delivery failed/i;
const innerStatus = /HTTP error (\d{3})/i;

/**
 * The envelope that the workflow "post when a webhook request is received" reads, with one Adaptive Card. Its texts are
 * text runs: those have no Markdown (https://adaptivecards.io/explorer/TextRun.html), so no name becomes a mark.
 */
export function teamsBody({ title, lines, link, severity }: Message): string {
  const run = (text: string, looks: object = {}) => ({ type: 'TextRun', text, ...looks });
  const head = fitText({ text: shownLine(title), most: longestTitle });
  const text = fitText({ text: shownText(lines.join('\n')), most: longestText });
  const written = text.split('\n').filter((line) => line.trim() !== '');
  const rest = written.slice(mostParagraphs - 1).join(' ');
  const paragraphs = [...written.slice(0, mostParagraphs - 1), ...(rest === '' ? [] : [rest])];
  return JSON.stringify({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          fallbackText: head,
          body: [
            {
              type: 'RichTextBlock',
              inlines: [run(head, { weight: 'Bolder', size: 'Medium', color: colors[severity] })],
            },
            ...paragraphs.map((line) => ({
              ...{ type: 'RichTextBlock', spacing: 'Small', inlines: [run(line)] },
            })),
          ],
          actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
          msteams: { width: 'Full' },
        },
      },
    ],
  });
}

/** https://support.microsoft.com/en-us/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498 */
export const teamsSender: ChannelSender<'teams'> = {
  request: ({ message, config: { url } }) => ({
    ...{ url, headers: notificationHeaders(), payload: teamsBody(message) },
  }),
  classify: (result) =>
    classifyResponse(result, {
      isRefusal: ({ body }) => failedInside.test(body),
      isPermanent: (response) => permanentErrors.test(errorCodeOf(jsonBody(response))),
      isPassing: ({ body }) =>
        failedInside.test(body) && /^(?:429|5\d\d)$/.test(innerStatus.exec(body)?.[1] ?? ''),
    }),
  // Four requests a second: https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using#rate-limiting-for-connectors
  pace: { gapMs: 250, perMinute: mostToDestination, isCombined: true },
};

function errorCodeOf(body: Record<string, unknown> | null): string {
  const error = body?.['error'];
  const code = typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : null;
  return typeof code === 'string' ? code : '';
}
