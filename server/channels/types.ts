import type { ChannelConfig, ChannelKind } from '#domain/notifications/channel-kinds.ts';
import type { OutsidePlan } from '#domain/notifications/channels-in-plan.ts';
import type { QuietHours } from '#domain/notifications/quiet-hours.ts';
import type { BodyTemplate } from '#domain/notifications/template/read-template.ts';
import type { ChannelInput } from '#domain/notifications/read-channel-config.ts';
import type { RecipientState } from '#server/mail/read-recipient.server.ts';
import type { LastDelivery } from './last-delivery.server.ts';

/** A channel as a form or the API gives it. */
export interface ChannelDraft {
  name: string;
  kind: ChannelKind;
  /** Its settings by field. An empty secret keeps the saved one. */
  settings: ChannelInput;
  /** Null for none. Left out, they stay as they are. */
  quietHours?: QuietHours | null | undefined;
  /** Body of its own; null for the standard one. Left out, it stays as it is. */
  template?: BodyTemplate | null | undefined;
}

/** A named channel of an account. */
export interface NamedChannel {
  id: number;
  name: string;
  kind: ChannelKind;
  /** Null if its data key is missing. */
  config: ChannelConfig | null;
  /** Null for none. */
  quietHours: QuietHours | null;
  /** Body of its own; null for the standard one. */
  template: BodyTemplate | null;
  /** When its deliveries began to fail; null while they arrive. */
  failingSince: Date | null;
  /** Nothing is sent to it until its owner mends it. */
  disabledAt: Date | null;
  /** Code of the error that it was disabled for. */
  disabledReason: string | null;
  lastDelivery: LastDelivery | null;
  /** Null if the plan uses it. */
  outsidePlan: OutsidePlan | null;
  /** Addresses of an email channel, in order; empty for other kinds. */
  recipients: { address: string; state: RecipientState }[];
  createdAt: Date;
  updatedAt: Date;
}
