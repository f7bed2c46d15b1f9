import Provider, { type Context } from 'oidc-provider';
import { parseUrl } from '#domain/text/parse-url.ts';
import { claimsOfSubject } from './accounts.ts';
import { memoryStore } from './memory-store.ts';
import { logoutPage, messagePage } from './pages.ts';
import type { SigningKeys } from './signing-keys.ts';

export const clientId = 'punctual-dev';

/** A client of its own for jobs that sign in by OAuth 2 client credentials. */
const machineClient = { client_id: 'punctual-machine', client_secret: 'machine-secret' };

const features = {
  devInteractions: { enabled: false },
  clientCredentials: { enabled: true },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: (context: Context, form: string) => {
      context.type = 'html';
      context.body = logoutPage({ form });
    },
    postLogoutSuccessSource: (context: Context) => {
      context.type = 'html';
      context.body = messagePage({ title: 'Signed out', text: 'You may close this page.' });
    },
  },
};

/** In seconds. */
const ttl = {
  AccessToken: 3600,
  ClientCredentials: 3600,
  AuthorizationCode: 60,
  IdToken: 3600,
  Interaction: 3600,
  Session: 86_400,
  Grant: 86_400,
};

const clientsOf = ({ appOrigin, clientSecret }: { appOrigin: string; clientSecret: string }) => [
  {
    client_id: clientId,
    client_name: 'Punctual',
    client_secret: clientSecret,
    token_endpoint_auth_method: 'client_secret_basic',
    redirect_uris: [`${appOrigin}/auth/callback`],
    post_logout_redirect_uris: [`${appOrigin}/`],
    grant_types: ['authorization_code'],
    response_types: ['code'],
  },
  {
    ...machineClient,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  },
];

/** The provider with the product as its one client, on any path of the product's origin. */
export function makeProvider({
  issuer,
  appOrigin,
  clientSecret,
  keys,
}: {
  issuer: string;
  appOrigin: string;
  clientSecret: string;
  keys: SigningKeys;
}): Provider {
  const provider = new Provider(issuer, {
    adapter: memoryStore,
    jwks: { keys: [keys.jwk] },
    cookies: { keys: [keys.cookieKey] },
    clients: clientsOf({ appOrigin, clientSecret }),
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'picture'],
    },
    // The id_token carries what the scopes ask for, without a second call.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features,
    interactions: { url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl,
    findAccount: (_context: Context, accountId: string) => ({
      accountId,
      claims: () => claimsOfSubject(accountId) ?? { sub: accountId },
    }),
    renderError: (context: Context, response: { error: string; error_description?: string }) => {
      context.type = 'html';
      context.body = messagePage({
        title: response.error,
        text: response.error_description ?? 'The sign-in cannot go on.',
      });
    },
  });
  const isOurs = (uri: string) => parseUrl(uri)?.origin === appOrigin;
  Object.assign(provider.Client.prototype, {
    redirectUriAllowed: isOurs,
    postLogoutRedirectUriAllowed: isOurs,
  });
  provider.on('server_error', (_context, error) => console.error(error));
  return provider;
}
