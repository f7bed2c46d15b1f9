import { data, redirect, type ActionFunctionArgs } from '@remix-run/node';
import { writeDisplayChoice } from '#app/http/display-zone.server.ts';
import { redirectTarget } from '#app/http/redirect-target.ts';
import { env } from '#server/env.server.ts';

/** Keeps how this browser wants its times; a page sent by hand goes back to where it was. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData();
  const headers = { 'Set-Cookie': await writeDisplayChoice({ request, form }) };
  if (request.headers.get('sec-fetch-mode') === 'cors') return data(null, { headers });
  const given = form.get('redirectTo');
  const to = redirectTarget({ text: typeof given === 'string' ? given : null, origin: env().APP_ORIGIN });
  return redirect(to, { status: 303, headers });
}
