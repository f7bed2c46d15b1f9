import type { FrameUser } from '#app/components/frame/menus/user-menu.tsx';
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
