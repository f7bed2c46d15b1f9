import * as oidc from 'openid-client';
import { env } from '#server/env.server.ts';

const answerSeconds = 5;

let known: Promise<oidc.Configuration> | undefined;

/**
 * The identity provider's configuration: discovered at the first sign-in and kept. A failed discovery is not
 * kept, so a provider that was down is asked again.
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
  const secret = OIDC_CLIENT_SECRET ? oidc.ClientSecretBasic(OIDC_CLIENT_SECRET) : oidc.None();
  const options = { execute, timeout: answerSeconds };
  const config = await oidc.discovery(issuer, OIDC_CLIENT_ID, undefined, secret, options);
  // Without it an id_token that came straight from the provider would be taken without checking its signature.
  oidc.enableNonRepudiationChecks(config);
  return config;
}
