import type { Account } from '#server/accounts/types.ts';

export interface FrameUser {
  email: string;
  /** First and last name, or null while the account has none. */
  name: string | null;
  /** Picture from the identity provider; null without one. */
  pictureUrl: string | null;
  isAdmin: boolean;
  /** The zone a browser of the account has reported last. */
  timeZone: string;
}

/** A user as the frame of the signed-in pages names them. */
export function toFrameUser({
  email,
  firstName,
  lastName,
  username,
  profileImageUrl,
  role,
  timeZone,
}: Account): FrameUser {
  const fullName = [firstName, lastName].filter(Boolean).join(' ');
  const isAdmin = role === 'admin';
  return { email, name: fullName || username, pictureUrl: profileImageUrl, isAdmin, timeZone };
}
