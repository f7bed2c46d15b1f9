import { sendPendingMails } from '#server/account-mail/send-pending-mails.server.ts';
import { db } from '#server/database/db.server.ts';
import { textOf } from '../mail/mail-server.ts';
import { mailServer } from '../mail/set-up.ts';

/** Pending and sent emails of an account, oldest first. */
export const mailsOf = (userId: number) =>
  db().accountMail.findMany({ where: { userId }, orderBy: { id: 'asc' } });

export const kindsOf = async (userId: number) => (await mailsOf(userId)).map(({ kind }) => kind);

/** Makes every pending email due, and sends it. */
export async function sendAll(): Promise<number> {
  await db().accountMail.updateMany({ where: { state: 'pending' }, data: { nextAt: new Date(0) } });
  return sendPendingMails({ isOver: () => false });
}

/** The mails received by an address, as their readers see them. */
export function cameFor(address: string) {
  return mailServer.of(address).map((mail) => ({
    subject: mail.headers.get('subject') ?? '',
    headers: mail.headers,
    raw: mail.raw,
    text: plainOf(mail.raw),
  }));
}

/** The plain part of a multipart email, decoded. */
function plainOf(raw: string): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '';
  const [, plain = ''] = raw.split(`--${boundary}\r\n`);
  const encoding = /content-transfer-encoding: (\S+)/i.exec(plain)?.[1] ?? '';
  return textOf({
    from: '',
    to: [],
    raw: plain,
    headers: new Map([['content-transfer-encoding', encoding]]),
  });
}
