import { currentUser } from '#app/http/guards.server.ts';
import { env } from '#server/env.server.ts';

/** What the frame of the public pages shows of whoever asks (specification section 2, D47). */
export async function readMarketingFrame(request: Request) {
  const user = (await currentUser(request))?.user;
  return {
    signedInAs: user ? (user.firstName ?? user.username ?? user.email) : null,
    pictureUrl: user?.profileImageUrl ?? null,
    feedbackUrl: env().FEEDBACK_URL || '/docs/feedback',
  };
}
