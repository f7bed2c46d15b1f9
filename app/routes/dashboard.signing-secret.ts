import { redirect } from '@remix-run/node';
import { showSigningSecretAction } from '#app/http/settings/show-signing-secret.server.ts';

/** Only a form asks for the secret; who comes by a link sees the page where it stands masked. */
export const loader = () => redirect('/dashboard/settings');

export const action = showSigningSecretAction;
