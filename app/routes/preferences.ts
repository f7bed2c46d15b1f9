import { data, redirect } from '@remix-run/node';
import { pageAction } from '#app/http/forms/page-action.server.ts';
import { readDisplayZone, writeDisplayChoice } from '#app/http/pages/display-zone.server.ts';
import { anybody, currentUser } from '#app/http/session/guards.server.ts';
import { safeRedirectTarget } from '#app/http/session/redirect-target.ts';
import { saveTimeZone } from '#server/accounts/save-time-zone.server.ts';
import { env } from '#server/env.server.ts';

/** A GET redirects to the dashboard. */
export function loader() {
  return redirect('/dashboard');
}

/** Stores this browser's choices for times and keys; a form sent without JavaScript returns to its page. */
export const action = pageAction({
  guard: anybody,
  fields: { names: ['zone', 'times', 'keys', 'redirectTo'] },
  run: async ({ request, form }) => {
    const headers = { 'Set-Cookie': await writeDisplayChoice({ request, form }) };
    if (form.has('zone')) await keepWithAccount({ request, cookie: headers['Set-Cookie'] });
    if (request.headers.get('sec-fetch-mode') === 'cors') return data(null, { headers });
    const given = form.get('redirectTo');
    const to = safeRedirectTarget({
      text: typeof given === 'string' ? given : null,
      origin: env().APP_ORIGIN,
    });
    return redirect(to, { status: 303, headers });
  },
});

/** Also stores the zone in the account: emails are written without a browser. */
async function keepWithAccount({ request, cookie }: { request: Request; cookie: string }): Promise<void> {
  const signedIn = await currentUser(request);
  if (!signedIn) return;
  const { mine } = await readDisplayZone(new Request(request.url, { headers: { cookie } }));
  await saveTimeZone({ userId: signedIn.user.id, timeZone: mine });
}
