import type { LoaderFunctionArgs } from '@remix-run/node';
import { bareAnswer } from '#app/http/bare-answer.server.ts';
import { currentUser } from '#app/http/guards.server.ts';
import { liveStream } from '#app/http/live-stream.server.ts';

/** News of the signed-in user's jobs as server-sent events; whoever is refused asks at intervals instead. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  try {
    const signedIn = await currentUser(request);
    if (!signedIn) return new Response(null, { status: 401 });
    return await liveStream({ ...signedIn, onLeave: context.onLeave });
  } catch (error) {
    return bareAnswer(error);
  }
}
