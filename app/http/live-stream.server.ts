import type { AppLoadContext } from '@remix-run/node';
import { minuteMs } from '#domain/time/units.ts';
import type { SignedInAccount } from '#server/accounts/types.ts';
import { followJobs } from '#server/live/follow-jobs.server.ts';

const heartbeatMs = 20_000;
/** A stream ends after this long and reconnects: then the session is checked again. */
const lifeMs = 15 * minuteMs;
const againMs = 2_000;

/**
 * Server-sent events of a signed-in user: `ready` once it listens, `jobs` with the ids of updated ones ("all" if
 * unknown), `over` when the session ends.
 * @throws AppError rate_limit: too many pages of the account are open
 */
export async function liveStream({
  user,
  session,
  onLeave,
}: SignedInAccount & Pick<AppLoadContext, 'onLeave'>) {
  const text = new TextEncoder();
  let stop = () => {};
  let send: (lines: string) => void = () => {};
  const leave = await followJobs({
    ownerId: user.id,
    sessionId: session.id,
    onUpdate: (update) => send(event('jobs', update === 'all' ? 'all' : update.join(','))),
    onEnd(reason) {
      if (reason === 'session') send(event('over', ''));
      stop();
    },
  });
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const heartbeat = setInterval(() => send(': beat\n\n'), heartbeatMs);
      const life = setTimeout(() => stop(), lifeMs);
      stop = () => {
        stop = () => {};
        send = () => {};
        clearInterval(heartbeat);
        clearTimeout(life);
        leave();
        controller.close();
      };
      send = (lines) => controller.enqueue(text.encode(lines));
      send(`retry: ${againMs}\n\n${event('ready', '')}`);
      onLeave(() => stop());
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream',
      // Not transformed: a compressed stream would be held back until a block of it is full.
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  });
}

const event = (name: string, data: string) => `event: ${name}\ndata: ${data}\n\n`;
