import * as oidc from 'openid-client';
import { env } from '#server/env.server.ts';

const responseLimitSeconds = 5;

let known: Promise<oidc.Configuration> | undefined;

/**
 * The identity provider's configuration: discovered at the first sign-in and kept. A failed discovery is not kept: the
 * next sign-in tries again.
 */
export function identityProvider(): Promise<oidc.Configuration> {
  known ??= discover().catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

async function discover(): Promise<oidc.Configuration> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = env();
  if (!OIDC_ISSUER) throw new Error('OIDC_ISSUER is not set: nobody can sign in.');
  const issuer = new URL(OIDC_ISSUER);
  // env.server.ts refuses a plain http issuer anywhere but on loopback.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so only to make it stand out
  const execute = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
  const options = { execute, timeout: responseLimitSeconds };
  const authenticate = clientAuthentication(OIDC_CLIENT_SECRET);
  const config = await oidc.discovery(issuer, OIDC_CLIENT_ID, undefined, authenticate, options);
  // Otherwise an id_token directly from the provider would be accepted without checking its signature.
  oidc.enableNonRepudiationChecks(config);
  return config;
}

/**
 * Client authentication at the token endpoint: as the provider's metadata says. HTTP Basic is the default (OpenID
 * Connect Discovery 1.0, section 3); without a secret, PKCE alone has to do.
 */
function clientAuthentication(secret: string): oidc.ClientAuth {
  if (secret === '') return oidc.None();
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (provider, ...rest) => {
    const taken = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isPostOnly = !taken.includes('client_secret_basic') && taken.includes('client_secret_post');
    const prove = isPostOnly ? post : basic;
    prove(provider, ...rest);
  };
}
