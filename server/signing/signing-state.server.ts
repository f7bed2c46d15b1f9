import { db } from '#server/database/db.server.ts';
import { bothSignMs } from './new-signing-secret.server.ts';

/** State of a signing secret for a page, without the secret. */
export interface SigningState {
  isMade: boolean;
  /** Until when the one before it signs too; null when it does not. */
  previousUntil: Date | null;
}

/** Reports whether an account has a signing secret, and whether the one before still signs beside it. */
export async function signingState({
  userId,
  now = new Date(),
}: {
  userId: number;
  now?: Date;
}): Promise<SigningState> {
  const { signingSecret, previousSigningSecret, signingRotatedAt } = await db().user.findUniqueOrThrow({
    where: { id: userId },
    select: { signingSecret: true, previousSigningSecret: true, signingRotatedAt: true },
  });
  const until = previousSigningSecret && signingRotatedAt && signingRotatedAt.getTime() + bothSignMs;
  return {
    isMade: signingSecret !== null,
    previousUntil: until && until > now.getTime() ? new Date(until) : null,
  };
}
