import { redirect } from '@remix-run/node';
import { showSigningSecretAction } from '#app/http/settings/show-signing-secret.server.ts';

/** Only a form receives the secret; a link leads to the page with the masked secret. */
export const loader = () => redirect('/dashboard/settings');

export const action = showSigningSecretAction;
