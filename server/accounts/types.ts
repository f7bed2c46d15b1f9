import type { Session, User } from '#server/generated/client.ts';

/** The signed-in person, without what only use cases open. */
export type Account = Omit<User, 'signingSecret' | 'previousSigningSecret' | 'defaultNotificationConfig'>;

/** The signed-in account and its sign-in. */
export interface SignedInAccount {
  user: Account;
  session: Pick<Session, 'id' | 'authenticatedAt' | 'createdAt'>;
}

/** Profile from the identity provider; (issuer, subject) identifies the account, the rest may change. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string;
  isEmailVerified: boolean;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  pictureUrl: string | null;
  /** Time of the person's last sign-in at the provider; 1970 if unknown. */
  authenticatedAt: Date;
}

/** Where a request came from, for the session and the security log. */
export interface RequestFacts {
  id: string;
  ip: string;
  userAgent: string;
}
