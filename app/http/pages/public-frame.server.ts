import { readAreSinglesOn } from '#app/http/pages/display-zone.server.ts';
import { currentUser } from '#app/http/session/guards.server.ts';
import { env } from '#server/env.server.ts';

/** Data about the reader for the frame of public pages (specification section 2, D47). */
export async function publicFrame(request: Request) {
  const user = (await currentUser(request))?.user;
  return {
    signedInAs: user ? (user.firstName ?? user.username ?? user.email) : null,
    pictureUrl: user?.profileImageUrl ?? null,
    feedbackUrl: env().FEEDBACK_URL || null,
  };
}

/** The same for the documentation. */
export async function docsFrame(request: Request) {
  const [frame, areSinglesOn] = await Promise.all([publicFrame(request), readAreSinglesOn(request)]);
  return { ...frame, areSinglesOn };
}
