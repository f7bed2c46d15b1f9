import type { ChannelKind } from './channel-kinds.ts';
import { notificationErrorText } from './notification-words.ts';

/** Reason of a delivery to a named channel that failed, for its owner. */
export function channelErrorText({
  kind,
  errorCode,
  statusCode,
}: {
  kind: ChannelKind;
  errorCode: string;
  /** HTTP or SMTP status of the response. */
  statusCode: number | null;
}): string {
  if (errorCode === 'email_unconfirmed') return 'None of its addresses has confirmed yet.';
  return notificationErrorText({ channel: kind, errorCode, statusCode });
}
