import type { PagerDutyRegion } from '#domain/notifications/channel-kinds.ts';
import { env } from '#server/env.server.ts';
import { fitText, shownLine, shownText } from '#server/notifications/fit-text.server.ts';
import type { Message } from '#server/notifications/message.server.ts';
import type { ChannelSender } from './channel-sender.server.ts';
import { jsonBody, classifyResponse } from './classify-response.server.ts';
import { notificationHeaders } from './notification-headers.server.ts';

// https://developer.pagerduty.com/docs/send-alert-event: a summary has 1,024 characters, an event 512 KB.
const longestSummary = 1_024;
const longestDetails = 8_000;

const severities = { error: 'error', warning: 'warning', success: 'info', info: 'info' };

/**
 * Triggers the alert of a job, or resolves it: the job's key is the same for all of its notifications. A test has a key
 * of its own, so it neither joins an alert nor resolves one.
 */
export function pagerDutyBody({ message, routingKey }: { message: Message; routingKey: string }): string {
  const { title, lines, link, severity, incidentKey, isResolved, id, at, type, data } = message;
  const dedupKey = incidentKey ?? id;
  if (isResolved)
    return JSON.stringify({ routing_key: routingKey, event_action: 'resolve', dedup_key: dedupKey });
  const { host } = new URL(link.url);
  const [first = ''] = lines;
  return JSON.stringify({
    routing_key: routingKey,
    event_action: 'trigger',
    dedup_key: dedupKey,
    client: 'Punctual',
    client_url: link.url,
    links: [{ href: link.url, text: link.label }],
    payload: {
      summary: fitText({ text: shownLine(`${title}. ${first}`), most: longestSummary }),
      source: host,
      severity: severities[severity],
      timestamp: at.toISOString(),
      class: type,
      custom_details: {
        text: fitText({ text: shownText(lines.join('\n')), most: longestDetails }),
        ...data,
      },
    },
  });
}

/** https://developer.pagerduty.com/docs/events-api-v2-overview */
export const pagerDutySender: ChannelSender<'pagerduty'> = {
  request: ({ message, config: { routingKey, region } }) => ({
    url: `${eventsOrigin(region)}/v2/enqueue`,
    headers: notificationHeaders(),
    payload: pagerDutyBody({ message, routingKey }),
  }),
  classify: (result) =>
    classifyResponse(result, {
      isRefusal: (response) => {
        const status = jsonBody(response)?.['status'];
        return status !== undefined && status !== 'success';
      },
      isPermanent: (response) => /routing.?key|invalid key/i.test(errorsOf(jsonBody(response))),
    }),
  // 120 events a minute and key: https://developer.pagerduty.com/docs/events-api-v2-overview#response-codes--retry-logic.
  // No digest: it could not be resolved.
  pace: { gapMs: 0, perMinute: 120, isCombined: false },
};

const serviceRegions: Record<PagerDutyRegion, string> = {
  us: 'https://events.pagerduty.com',
  eu: 'https://events.eu.pagerduty.com',
};

/** The address for events of a service region; PAGERDUTY_EVENTS replaces both. */
function eventsOrigin(region: PagerDutyRegion): string {
  return env().PAGERDUTY_EVENTS ?? serviceRegions[region];
}

function errorsOf(body: Record<string, unknown> | null): string {
  return JSON.stringify([body?.['message'], body?.['errors']]);
}
