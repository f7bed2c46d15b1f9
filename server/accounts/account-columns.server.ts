import type { Account } from '#server/accounts/types.ts';

// Each by its name: one added to the account is missing here for the compiler.
const names = {
  ...{ id: true, issuer: true, subject: true, email: true, emailVerified: true, username: true },
  ...{ firstName: true, lastName: true, profileImageUrl: true, role: true, tier: true, suspendedAt: true },
  ...{ suspendReason: true, timeZone: true, hasShortcuts: true, hasWeeklySummary: true },
  ...{ hasPauseMails: true, pushAskedAt: true },
  ...{
    defaultNotificationType: true,
    signingRotatedAt: true,
    createdAt: true,
    updatedAt: true,
    deletedAt: true,
  },
} satisfies Record<keyof Account, true>;

/** Columns of an account, for a statement with "User" u: without the sealed ones, which it must not decrypt. */
export const accountColumns = Object.keys(names)
  .map((name) => `u."${name}"`)
  .join(', ');
