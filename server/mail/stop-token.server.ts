import { timingSafeEqual } from 'node:crypto';
import { env } from '#server/env.server.ts';
import { keyedHash, keyedHashes } from '#server/sealing/keyed-hash.server.ts';

const purpose = 'mail-stop';

/** The link by which a recipient ends the mails of an account; it lasts as long as the recipient's row. */
export function stopLink(recipientId: number): string {
  return `${env().APP_ORIGIN}/mail/stop/${recipientId}.${keyedHash({ purpose, text: String(recipientId) })}`;
}

/** The recipient a link of ours names, null for any other text. */
export function recipientOfStopToken(token: string): number | null {
  const [, id = '', hash = ''] = /^([1-9]\d{0,8})\.([\w-]{43})$/.exec(token) ?? [];
  if (hash === '') return null;
  const isOurs = keyedHashes({ purpose, text: id }).some((own) =>
    timingSafeEqual(Buffer.from(own), Buffer.from(hash)),
  );
  return isOurs ? Number(id) : null;
}
