import { redirect } from '@remix-run/node';
import { addKeyAction } from '#app/http/settings/add-key.server.ts';

/** Only a form creates a key; a link leads to the page with the form. */
export const loader = () => redirect('/dashboard/settings');

export const action = addKeyAction;
