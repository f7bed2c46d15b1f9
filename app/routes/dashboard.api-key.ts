import { redirect } from '@remix-run/node';
import { revealKey } from '#app/http/session/reveal-key.server.ts';

/** Only a form receives the key; a link leads to the page with the masked key. */
export const loader = () => redirect('/dashboard/settings');

export const action = revealKey;
