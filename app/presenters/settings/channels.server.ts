import { channelErrorText } from '#domain/notifications/channel-error-text.ts';
import { channelKindNames } from '#domain/notifications/channel-kind-names.ts';
import { type ChannelKind, channelKinds } from '#domain/notifications/channel-kinds.ts';
import { maskedSettings, type ChannelSettings } from '#domain/notifications/channel-settings.ts';
import { channelState, type ChannelState } from '#domain/notifications/channel-state.ts';
import type { OutsidePlan } from '#domain/notifications/channels-in-plan.ts';
import { notificationRuleNames } from '#domain/notifications/notification-words.ts';
import { type QuietHours, quietHoursText } from '#domain/notifications/quiet-hours.ts';
import type { BodyTemplate } from '#domain/notifications/template/read-template.ts';
import { kindOfUrl } from '#domain/notifications/provider-urls.ts';
import { channelDestination } from '#domain/notifications/stored-channel.ts';
import { channelLimit, plans, tierOfKind, type Tier } from '#domain/plan.ts';
import { channelUsage, type ChannelUsage } from '#server/channels/channel-usage.server.ts';
import { getChannel, listChannels } from '#server/channels/list-channels.server.ts';
import { type ChannelDelivery, listDeliveries } from '#server/channels/list-deliveries.server.ts';
import type { NamedChannel } from '#server/channels/types.ts';
import type { Owner } from '#server/jobs/types.ts';

const deliveriesPerPage = 20;

/** A message that a channel got, or should have got. */
export interface DeliveryView {
  at: number;
  isTest: boolean;
  /** Why it was not delivered; null if it was. */
  error: string | null;
  statusCode: number | null;
  response: string | null;
  body: string | null;
}

/** A channel as its owner sees it; no secret is in it. Instants are UTC milliseconds. */
export interface ChannelView {
  id: number;
  name: string;
  kind: ChannelKind;
  kindName: string;
  /** Host, chat or addresses; null if its data key is missing. */
  destination: string | null;
  state: ChannelState;
  /** A sentence about the state; null for one that works. */
  stateText: string | null;
  failingSince: number | null;
  unconfirmed: { address: string; isAsked: boolean; isStopped: boolean }[];
  lastDelivery: DeliveryView | null;
}

/** The page of all channels. */
export interface ChannelsPage {
  channels: ChannelView[];
  tier: Tier;
  limit: number;
}

/** @throws Error if the database is down */
export async function readChannelsPage({ owner }: { owner: Owner }): Promise<ChannelsPage> {
  const channels = await listChannels({ owner });
  return {
    channels: channels.map((channel) => toChannelView({ channel, tier: owner.tier })),
    tier: owner.tier,
    limit: channelLimit(owner.tier),
  };
}

/** A kind to choose from. */
export interface KindChoice {
  kind: ChannelKind;
  name: string;
  /** The plan that has it, if the owner's has not. */
  plan: string | null;
}

/** All kinds for the plan of an account. */
export function kindChoices(tier: Tier): KindChoice[] {
  return channelKinds.map((kind) => ({
    kind,
    name: channelKindNames[kind],
    plan: plans[tier].channelKinds.includes(kind) ? null : plans[tierOfKind(kind)].name,
  }));
}

/** The page of one channel. */
export interface ChannelPage {
  channel: ChannelView;
  /** Secrets are masked. */
  settings: ChannelSettings;
  quietHours: QuietHours | null;
  /** The same in words. */
  quietText: string | null;
  /** Body of its own; null for the standard one. */
  template: BodyTemplate | null;
  /** The plan has bodies of one's own; otherwise the standard body is sent. */
  hasTemplates: boolean;
  /** Another kind that its URL belongs to. */
  suggestedKind: ChannelKind | null;
  usage: ChannelUsage;
  log: { lines: DeliveryLine[]; page: number; pages: number };
}

/** A notification in the log of a channel. */
export type DeliveryLine = Omit<
  ChannelDelivery,
  'rule' | 'enqueuedAt' | 'nextAt' | 'endedAt' | 'errorCode'
> & {
  rule: string;
  enqueuedAt: number;
  /** When it is tried next; null once it has ended, or before its first attempt. */
  nextAt: number | null;
  error: string | null;
};

/** @throws AppError not_found */
export async function readChannelPage({
  owner,
  channelId,
  page,
}: {
  owner: Owner;
  channelId: number;
  page: number;
}): Promise<ChannelPage> {
  const channel = await getChannel({ owner, channelId });
  const [usage, { rows, total }] = await Promise.all([
    channelUsage({ ownerId: owner.id, channelId }),
    listDeliveries({ ownerId: owner.id, channelId, page, perPage: deliveriesPerPage }),
  ]);
  const { config, kind } = channel;
  const found = config && 'url' in config ? kindOfUrl(config.url) : null;
  return {
    channel: toChannelView({ channel, tier: owner.tier }),
    settings: config ? maskedSettings(config) : {},
    quietHours: channel.quietHours,
    quietText: channel.quietHours && quietHoursText(channel.quietHours),
    template: channel.template,
    hasTemplates: plans[owner.tier].hasTemplates,
    suggestedKind: found === kind ? null : found,
    usage,
    log: {
      lines: rows.map((delivery) => toDeliveryLine({ delivery, kind })),
      page,
      pages: Math.max(1, Math.ceil(total / deliveriesPerPage)),
    },
  };
}

function toChannelView({ channel, tier }: { channel: NamedChannel; tier: Tier }): ChannelView {
  const { id, name, kind, config, lastDelivery, recipients, failingSince } = channel;
  const state = channelState(channel);
  return {
    ...{ id, name, kind, state },
    kindName: channelKindNames[kind],
    destination: config && channelDestination(config),
    stateText: stateTextOf({ channel, state, tier }),
    failingSince: failingSince?.getTime() ?? null,
    unconfirmed: recipients.flatMap(({ address, state: confirmation }) =>
      confirmation === 'confirmed'
        ? []
        : [{ address, isAsked: confirmation === 'asked', isStopped: confirmation === 'stopped' }],
    ),
    lastDelivery: lastDelivery && {
      ...lastDelivery,
      error: lastDelivery.errorCode === null ? null : errorText({ kind, ...lastDelivery }),
    },
  };
}

function errorText({
  kind,
  errorCode,
  statusCode,
}: {
  kind: ChannelKind;
  errorCode: string | null;
  statusCode: number | null;
}): string {
  return channelErrorText({ kind, errorCode: errorCode ?? '', statusCode });
}

function stateTextOf({
  channel: { kind, config, disabledReason, lastDelivery, outsidePlan },
  state,
  tier,
}: {
  channel: NamedChannel;
  state: ChannelState;
  tier: Tier;
}): string | null {
  if (config === null) return 'Its settings cannot be read. Enter them again.';
  switch (state) {
    case 'disabled': {
      const reason = errorText({
        ...{ kind, errorCode: disabledReason },
        statusCode: lastDelivery?.statusCode ?? null,
      });
      return `Disabled: nothing is sent to it, because deliveries kept failing. ${reason} Fix it and save it, or send a test: a successful one enables it again.`;
    }
    case 'outside_plan':
      return outsideText({ outsidePlan, kind, tier });
    case 'unconfirmed':
      return 'Nothing is sent to it until an address confirms.';
    case 'failing':
      return 'It is disabled after 24 hours without a successful delivery.';
    case 'working':
      return null;
  }
}

function outsideText({
  outsidePlan,
  kind,
  tier,
}: {
  outsidePlan: OutsidePlan | null;
  kind: ChannelKind;
  tier: Tier;
}): string {
  return outsidePlan === 'kind'
    ? `Kept, but nothing is sent to it: ${channelKindNames[kind]} comes with ${plans[tierOfKind(kind)].name}.`
    : `Kept, but nothing is sent to it: ${plans[tier].name} allows ${channelLimit(tier)} channels, and the oldest are used.`;
}

function toDeliveryLine({ delivery, kind }: { delivery: ChannelDelivery; kind: ChannelKind }): DeliveryLine {
  const { rule, enqueuedAt, nextAt, endedAt: _endedAt, errorCode, ...line } = delivery;
  const { state, attempts, statusCode } = line;
  return {
    ...line,
    rule: notificationRuleNames[rule],
    enqueuedAt: enqueuedAt.getTime(),
    nextAt: state === 'pending' && attempts > 0 ? nextAt.getTime() : null,
    error: state === 'sent' || errorCode === null ? null : errorText({ kind, errorCode, statusCode }),
  };
}
