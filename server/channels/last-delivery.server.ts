import { cutText } from '#server/notifications/cut-text.server.ts';
import { decryptOrNull } from '#server/sealing/decrypt-or-null.server.ts';
import { seal, unseal } from '#server/sealing/seal.server.ts';

const field = 'channel.lastDelivery';
const mostCharacters = 32_768;

/** The last message that was sent to a channel, or should have been. */
export interface LastDelivery {
  /** UTC milliseconds */
  at: number;
  isTest: boolean;
  /** Null if it arrived. */
  errorCode: string | null;
  /** HTTP or SMTP status of the response. */
  statusCode: number | null;
  /** First 200 characters of the response, without secrets. */
  response: string | null;
  /** The sent body without secrets, at most 32,768 characters; null if nothing was sent. */
  body: string | null;
}

/** The sealed column of a last delivery. */
export function sealLastDelivery({ userId, delivery }: { userId: number; delivery: LastDelivery }): string {
  const { body } = delivery;
  const cut = body === null ? null : cutText({ text: body, most: mostCharacters });
  return seal({ text: JSON.stringify({ ...delivery, body: cut }), userId, field });
}

/** Reads the column; null if there was none, or its data key is missing. */
export async function readLastDelivery({
  channelId,
  userId,
  sealed,
}: {
  channelId: number;
  userId: number;
  sealed: string | null;
}): Promise<LastDelivery | null> {
  if (sealed === null) return null;
  return decryptOrNull({
    open: () => JSON.parse(unseal({ sealed, userId, field })) as LastDelivery,
    row: { channelId },
    message: 'The last delivery of a channel could not be decrypted.',
  });
}
