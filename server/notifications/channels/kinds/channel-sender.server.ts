import type { ChannelKind, ConfigOf } from '#domain/notifications/channel-kinds.ts';
import type { BodyTemplate } from '#domain/notifications/template/read-template.ts';
import type { Message } from '#server/notifications/message.server.ts';
import type { Sent } from '#server/notifications/types.ts';
import type { CallResult } from '#server/outbound/types.ts';

/** The kinds that are called by HTTP. */
export type HttpKind = Exclude<ChannelKind, 'email'>;

export interface SendOrder<Kind extends ChannelKind> {
  message: Message;
  config: ConfigOf<Kind>;
  ownerId: number;
  /** Body of its own, of a webhook alone; without it, the standard one. */
  template?: BodyTemplate | null;
  /** UTC milliseconds */
  now: number;
}

/** A POST for the guarded client. */
export interface ChannelRequest {
  url: string;
  headers: Record<string, string>;
  payload: string;
}

export type ChannelResult = Pick<CallResult, 'response' | 'error'> & { now: number };

/** Limits on the messages to one destination, over all workers. */
export interface ChannelPace {
  /** Milliseconds between two messages; 0 for none. */
  gapMs: number;
  perMinute: number;
  /** After a full minute, the waiting messages go as one digest; false: each goes by itself. */
  isCombined: boolean;
}

/** One provider: the request it takes, the meaning of its responses, and its rate limit. */
export interface ChannelSender<Kind extends HttpKind> {
  request: (order: SendOrder<Kind>) => ChannelRequest | Promise<ChannelRequest>;
  classify: (result: ChannelResult) => Sent;
  pace: ChannelPace;
}

/** Messages in a minute that people still read; every documented limit of a chat is above it. */
export const mostToDestination = 10;
