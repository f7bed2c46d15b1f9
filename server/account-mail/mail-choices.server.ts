import { AppError } from '#domain/errors.ts';
import { type OptionalMailKind, optionalMails } from '#domain/notifications/account-mail.ts';
import { db } from '#server/database/db.server.ts';
import type { User } from '#server/generated/client.ts';
import { type EventRequest, recordEvent } from '#server/security-log/record-event.server.ts';
import { readUnsubscribeToken } from './unsubscribe-token.server.ts';

/** An account's choices about optional emails. */
export type MailChoices = Record<OptionalMailKind, boolean>;

const columns = {
  jobs_paused: 'hasPauseMails',
  weekly_summary: 'hasWeeklySummary',
} as const satisfies Record<OptionalMailKind, keyof User>;

const kinds = Object.keys(optionalMails) as OptionalMailKind[];

/** The choices of an account. */
export function mailChoices(user: Pick<User, (typeof columns)[OptionalMailKind]>): MailChoices {
  return { jobs_paused: user.hasPauseMails, weekly_summary: user.hasWeeklySummary };
}

/**
 * Turns kinds of emails on or off. Takes effect with the next email, including pending ones.
 * @param actorId null for the link of an email
 * @throws AppError not_found: the account was removed
 */
export async function saveMailChoices({
  userId,
  choices,
  actorId = null,
  request,
}: {
  userId: number;
  choices: Partial<MailChoices>;
  actorId?: number | null;
  request?: EventRequest;
}): Promise<void> {
  await db().$transaction(async (tx) => {
    const user = await tx.user.findFirst({ where: { id: userId, deletedAt: null } });
    if (!user) throw new AppError('not_found');
    const before = mailChoices(user);
    const changed = kinds.filter((kind) => choices[kind] !== undefined && choices[kind] !== before[kind]);
    if (changed.length === 0) return;
    const isOn = (kind: OptionalMailKind) => choices[kind] ?? before[kind];
    await tx.user.update({
      where: { id: userId },
      data: Object.fromEntries(changed.map((kind) => [columns[kind], isOn(kind)])),
    });
    await recordEvent({
      tx,
      code: 'user_changed',
      actorId,
      subjectId: userId,
      details: Object.fromEntries(changed.map((kind) => [kind, isOn(kind) ? 'on' : 'off'])),
      ...(request && { request }),
    });
  });
}

/** Content of the page behind an email's link. */
export interface MailChoice {
  kind: OptionalMailKind;
  address: string;
  isOn: boolean;
}

/**
 * The choice behind a link.
 * @throws AppError not_found: not a link of ours, or the account was removed
 */
export async function findMailChoice({ token }: { token: string }): Promise<MailChoice> {
  const { userId, kind } = namedBy(token);
  const user = await db().user.findFirst({ where: { id: userId, deletedAt: null } });
  if (!user) throw new AppError('not_found');
  return { kind, address: user.email, isOn: mailChoices(user)[kind] };
}

/**
 * Turns the mails of a link off, or on again. The link can be used any number of times.
 * @throws AppError not_found: not a link of ours, or the account was removed
 */
export async function chooseByLink({ token, isOn }: { token: string; isOn: boolean }): Promise<void> {
  const { userId, kind } = namedBy(token);
  await saveMailChoices({ userId, choices: { [kind]: isOn } });
}

function namedBy(token: string) {
  const named = readUnsubscribeToken(token);
  if (!named) throw new AppError('not_found');
  return named;
}
