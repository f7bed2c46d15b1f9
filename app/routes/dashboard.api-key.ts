import { redirect } from '@remix-run/node';
import { revealKey } from '#app/http/session/reveal-key.server.ts';

/** Only a form asks for the key; who comes by a link sees the page where it stands masked. */
export const loader = () => redirect('/dashboard/settings');

export const action = revealKey;
