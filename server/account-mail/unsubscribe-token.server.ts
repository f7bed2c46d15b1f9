import { timingSafeEqual } from 'node:crypto';
import { isOptionalMail, type OptionalMailKind } from '#domain/notifications/account-mail.ts';
import { env } from '#server/env.server.ts';
import { keyedHash, keyedHashes } from '#server/sealing/keyed-hash.server.ts';

const purpose = 'account-mail-unsubscribe';

/** Account and kind of email of a link. */
interface Named {
  userId: number;
  kind: OptionalMailKind;
}

/** The link by which one kind of an account's mails is switched off; it lasts as long as the account. */
export function unsubscribeLink({ userId, kind }: Named): string {
  const name = `${userId}.${kind}`;
  return `${env().APP_ORIGIN}/mail/unsubscribe/${name}.${keyedHash({ purpose, text: name })}`;
}

/** Parses a token of ours; null for any other text. */
export function readUnsubscribeToken(token: string): Named | null {
  const [, id = '', kind = '', hash = ''] = /^([1-9]\d{0,8})\.([a-z_]+)\.([\w-]{43})$/.exec(token) ?? [];
  if (!isOptionalMail(kind)) return null;
  const isOurs = keyedHashes({ purpose, text: `${id}.${kind}` }).some((own) =>
    timingSafeEqual(Buffer.from(own), Buffer.from(hash)),
  );
  return isOurs ? { userId: Number(id), kind } : null;
}
