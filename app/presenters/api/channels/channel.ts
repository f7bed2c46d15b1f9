import type { z } from 'zod';
import { channelState } from '#domain/notifications/channel-state.ts';
import { maskedSettings } from '#domain/notifications/channel-settings.ts';
import { channelErrorText } from '#domain/notifications/channel-error-text.ts';
import type { ChannelKind } from '#domain/notifications/channel-kinds.ts';
import { channelDestination } from '#domain/notifications/stored-channel.ts';
import { snakeOf } from '#domain/job/job-wire.ts';
import { iso } from '#domain/time/iso.ts';
import type { LastDelivery } from '#server/channels/last-delivery.server.ts';
import type { ChannelDelivery } from '#server/channels/list-deliveries.server.ts';
import type { NamedChannel } from '#server/channels/types.ts';
import { toApiQuietHours } from './quiet-hours-schema.ts';
import type { channelSchema, deliverySchema, lastDeliverySchema } from './channel-schema.ts';

/** A channel as the API shows it: secrets are masked, and only the settings of its kind are there. */
export function toApiChannel(channel: NamedChannel): z.infer<typeof channelSchema> {
  const { id, name, kind, config, recipients, disabledReason, lastDelivery } = channel;
  const shown = config ? maskedSettings(config) : {};
  return {
    ...{ id, name, kind },
    ...Object.fromEntries(Object.entries(shown).map(([field, value]) => [snakeOf(field), value])),
    ...(config?.kind === 'email' && { addresses: config.addresses }),
    quiet_hours: toApiQuietHours(channel.quietHours),
    template: channel.template,
    destination: config ? channelDestination(config) : '',
    state: channelState(channel),
    unconfirmed_addresses: recipients.flatMap(({ address, state }) =>
      state === 'confirmed' ? [] : [address],
    ),
    failing_since: iso(channel.failingSince),
    disabled_at: iso(channel.disabledAt),
    disabled_reason:
      disabledReason === null ? null : disabledText({ kind, errorCode: disabledReason, lastDelivery }),
    last_delivery: lastDelivery && toApiLastDelivery({ kind, delivery: lastDelivery }),
    created_at: channel.createdAt.toISOString(),
    updated_at: channel.updatedAt.toISOString(),
  };
}

function disabledText({
  kind,
  errorCode,
  lastDelivery,
}: {
  kind: ChannelKind;
  errorCode: string;
  lastDelivery: LastDelivery | null;
}): string {
  return channelErrorText({ kind, errorCode, statusCode: lastDelivery?.statusCode ?? null });
}

/** The last message to a channel as the API shows it. */
export function toApiLastDelivery({
  kind,
  delivery: { at, isTest, errorCode, statusCode, response, body },
}: {
  kind: ChannelKind;
  delivery: LastDelivery;
}): z.infer<typeof lastDeliverySchema> {
  return {
    delivered: errorCode === null,
    test: isTest,
    at: new Date(at).toISOString(),
    status_code: statusCode,
    error: errorCode === null ? null : channelErrorText({ kind, errorCode, statusCode }),
    response,
    payload: body,
  };
}

/** A notification in the log of a channel as the API shows it. */
export function toApiDelivery({
  kind,
  delivery,
}: {
  kind: ChannelKind;
  delivery: ChannelDelivery;
}): z.infer<typeof deliverySchema> {
  const { state, errorCode, statusCode, attempts } = delivery;
  return {
    ...{ id: delivery.id, job_id: delivery.jobId, job_name: delivery.jobName },
    ...{ execution_id: delivery.executionId, rule: delivery.rule, state, attempts },
    enqueued_at: delivery.enqueuedAt.toISOString(),
    next_at: state === 'pending' ? delivery.nextAt.toISOString() : null,
    ended_at: iso(delivery.endedAt),
    status_code: statusCode,
    error: state === 'sent' || errorCode === null ? null : channelErrorText({ kind, errorCode, statusCode }),
    response: delivery.response,
  };
}
