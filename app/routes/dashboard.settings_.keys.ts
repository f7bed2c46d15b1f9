import { redirect } from '@remix-run/node';
import { addKeyAction } from '#app/http/settings/add-key.server.ts';

/** Only a form makes a key; who comes by a link sees the page with the form. */
export const loader = () => redirect('/dashboard/settings');

export const action = addKeyAction;
