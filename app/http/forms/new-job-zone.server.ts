import { readDisplayZone } from '#app/http/pages/display-zone.server.ts';
import { currentZoneName } from '#domain/schedule/timezone.ts';
import type { Account } from '#server/accounts/types.ts';

/**
 * The zone in which a new job starts: that of the browser where its cookie says it, else the last that a browser of the
 * account has reported, else UTC. With JavaScript the form takes the browser's own if that is another.
 */
export async function newJobZone({ request, user }: { request: Request; user: Account }): Promise<string> {
  const { mine } = await readDisplayZone(request);
  return currentZoneName(mine === 'UTC' ? user.timeZone : mine);
}
