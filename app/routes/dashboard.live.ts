import { liveStream } from '#app/http/live-stream.server.ts';
import { resourceLoader } from '#app/http/pages/page-loader.server.ts';
import { ifSignedIn } from '#app/http/session/guards.server.ts';

/** Updates of the signed-in user's jobs as server-sent events; after a rejection, the page polls instead. */
export const loader = resourceLoader({
  guard: ifSignedIn,
  run: async ({ signedIn, context }) => {
    if (!signedIn) return new Response(null, { status: 401 });
    return liveStream({ ...signedIn, onLeave: context.onLeave });
  },
});
