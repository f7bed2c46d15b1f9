import { readDisplayZone } from '#app/http/pages/display-zone.server.ts';
import { currentZoneName } from '#domain/schedule/timezone.ts';
import type { Account } from '#server/accounts/types.ts';

/**
 * Time zone of a new job: the browser's according to its cookie, else the last one reported by a browser of the
 * account, else UTC. With JavaScript, the form corrects it to the browser's own.
 */
export async function newJobZone({ request, user }: { request: Request; user: Account }): Promise<string> {
  const { mine } = await readDisplayZone(request);
  return currentZoneName(mine === 'UTC' ? user.timeZone : mine);
}
