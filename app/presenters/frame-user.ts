import type { Account } from '#server/accounts/types.ts';

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
export interface FrameUser {
  email: string;
  /** First and last name, or null while the account has none. */
  name: string | null;
  /** What the sign-in has told; null for none. */
  pictureUrl: string | null;
  isAdmin: boolean;
  /** The zone that a browser of the account has reported last. */
  timeZone: string;
}
