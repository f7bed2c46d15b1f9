import { createCookie } from '@remix-run/node';
import { z } from 'zod';
import type { DisplayZone } from '#app/format/display-zone.ts';
import { cookieAttributes } from '#app/http/session/session-cookie.server.ts';
import { isTimeZone, zoneSpans, zoneSpelling } from '#domain/schedule/timezone.ts';
import { daySeconds } from '#domain/time/units.ts';
import { now } from '#server/clock.server.ts';

const yearSeconds = 365 * daySeconds;
const cookie = () => createCookie('display', { ...cookieAttributes(), maxAge: yearSeconds });

/** Preferences of a browser: its zone, the choice of the header's switch, single-key shortcuts, and the rows of the list. */
const zoneName = z
  .string()
  .max(64)
  .refine(isTimeZone)
  .transform((name) => zoneSpelling(name) ?? 'UTC');
const times = z.enum(['job', 'mine', 'utc']);
const keys = z.enum(['on', 'off']);
const choice = z.object({
  zone: zoneName.catch('UTC'),
  times: times.catch('mine'),
  keys: keys.catch('on'),
  list: z.enum(['few', 'all']).catch('few'),
});

/** Time zone of times in this browser, and the server's now for relative times. */
export async function readDisplayZone(request: Request): Promise<DisplayZone> {
  const { zone, times } = await readChoice(request);
  const at = now().getTime();
  return { mode: times, mine: zone, now: at, spans: zoneSpans({ timeZones: [zone], now: at }) };
}

/** Reports whether this browser wants shortcuts of a single key. */
export async function readAreSinglesOn(request: Request): Promise<boolean> {
  return (await readChoice(request)).keys === 'on';
}

/** The cookie with the changes; an invalid zone or choice changes nothing. */
export async function writeDisplayChoice({
  request,
  form,
}: {
  request: Request;
  form: FormData;
}): Promise<string> {
  const before = await readChoice(request);
  const zone = zoneName.safeParse(form.get('zone')).data ?? before.zone;
  const mode = times.safeParse(form.get('times')).data ?? before.times;
  const singles = keys.safeParse(form.get('keys')).data ?? before.keys;
  return cookie().serialize({ ...before, zone, times: mode, keys: singles });
}

/** True when this browser wants all jobs in the list, not the first 5. */
export async function readIsListingAll(request: Request): Promise<boolean> {
  return (await readChoice(request)).list === 'all';
}

/** The cookie that keeps the list's switch until the next visit. */
export async function writeIsListingAll({
  request,
  isListingAll,
}: {
  request: Request;
  isListingAll: boolean;
}): Promise<string> {
  return cookie().serialize({ ...(await readChoice(request)), list: isListingAll ? 'all' : 'few' });
}

async function readChoice(request: Request): Promise<z.output<typeof choice>> {
  const value: unknown = await cookie().parse(request.headers.get('cookie'));
  return choice.parse(typeof value === 'object' && value !== null ? value : {});
}
