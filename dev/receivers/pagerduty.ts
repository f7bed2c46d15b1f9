import { z } from 'zod';
import { brokenCharacters, jsonReply, readBody, type Receiver } from './receiver.ts';

// https://developer.pagerduty.com/docs/send-alert-event: the fields; a summary has 1,024 characters, a dedup_key 255, an
// event 512 KB.
const key = z
  .string()
  .regex(/^[A-Za-z0-9]{32}$/, "Length of 'routing_key' is incorrect (should be 32 characters)");
const dedupKey = z.string().min(1).max(255);
const schema = z.discriminatedUnion('event_action', [
  z.strictObject({
    routing_key: key,
    event_action: z.literal('trigger'),
    dedup_key: dedupKey,
    client: z.string().optional(),
    client_url: z.url().optional(),
    links: z.array(z.strictObject({ href: z.url(), text: z.string() })).optional(),
    payload: z.strictObject({
      summary: z.string().min(1).max(1_024),
      source: z.string().min(1),
      severity: z.enum(['critical', 'error', 'warning', 'info']),
      timestamp: z.iso.datetime().optional(),
      component: z.string().optional(),
      group: z.string().optional(),
      class: z.string().optional(),
      custom_details: z.looseObject({ text: z.string() }).optional(),
    }),
  }),
  z.strictObject({ routing_key: key, event_action: z.enum(['resolve', 'acknowledge']), dedup_key: dedupKey }),
]);

const invalid = (errors: string[]) =>
  jsonReply(400, { status: 'invalid event', message: 'Event object is invalid', errors });

export const pagerDutyReceiver: Receiver = {
  rulesUrl: 'https://developer.pagerduty.com/docs/events-api-v2-overview',
  receive: (arrived) => {
    const { content, problems } = readBody({ arrived, schema, mostBytes: 512 * 1_024 });
    const alert = content?.event_action === 'trigger' ? content : null;
    const summary = alert?.payload.summary ?? '';
    return {
      problems: [
        ...problems,
        ...brokenCharacters(summary),
        ...(arrived.path === '/v2/enqueue' ? [] : ['Events go to /v2/enqueue.']),
      ],
      reply:
        problems.length > 0
          ? invalid(problems)
          : jsonReply(202, { status: 'success', message: 'Event processed', dedup_key: content?.dedup_key }),
      shown: content && {
        title: alert ? summary : `${content.event_action} ${content.dedup_key}`,
        text: alert?.payload.custom_details?.text ?? '',
        links: (alert?.links ?? []).map(({ href }) => href),
        ...{ mentions: [], marks: [] },
        note: `${content.event_action} ${content.dedup_key} ${alert?.payload.severity ?? ''}`,
      },
      destination: content?.routing_key ?? '',
    };
  },
  // https://developer.pagerduty.com/docs/events-api-v2-overview#response-codes--retry-logic
  errors: {
    400: invalid([
      "'payload.severity' is invalid (must be one of the following: critical, error, warning, info)",
    ]),
    403: jsonReply(403, { status: 'forbidden' }),
    404: jsonReply(404, { status: 'not found' }),
    413: jsonReply(413, { status: 'too large', message: 'Event exceeds 512 KB' }),
    429: jsonReply(429, {
      status: 'throttle exceeded',
      message: 'Requests for this service are arriving too quickly.',
    }),
    500: jsonReply(500, { status: 'internal error' }),
    bad_key: invalid(["Length of 'routing_key' is incorrect (should be 32 characters)"]),
  },
  limits: [{ most: 120, perMs: 60_000 }],
};
