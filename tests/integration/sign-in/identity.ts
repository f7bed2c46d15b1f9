import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type CryptoKey } from 'jose';
import Provider from 'oidc-provider';

/** Changes an id_token before the product gets it. */
export type Forger = (idToken: string, key: CryptoKey) => Promise<string>;

export interface TestIdentity {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The next responses of the token endpoint contain the forger's token; null: unchanged ones. */
  forge: (forger: Forger | null) => void;
  /** Sets whether the profile endpoint responds. */
  breakProfile: (isBroken: boolean) => void;
  stop: () => Promise<void>;
}

/**
 * A certified provider with its development login forms: any name is an account, its address verified or not.
 * @param authMethod the only accepted client authentication; all by default
 */
export async function startIdentity({
  callbackUrl,
  authMethod,
}: {
  callbackUrl: string;
  authMethod?: 'client_secret_post' | 'none';
}): Promise<TestIdentity> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const client = {
    ...{ client_id: 'punctual', client_secret: 'a-secret-of-tests', redirect_uris: [callbackUrl] },
    ...(authMethod && { token_endpoint_auth_method: authMethod }),
  };
  const provider = new Provider(issuer, {
    clients: [client],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    pkce: { required: () => true },
    ...(authMethod && { clientAuthMethods: [authMethod] }),
    cookies: { keys: ['a-cookie-key-of-tests'] },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => claimsOf(id) }),
  });
  let forger: Forger | null = null;
  let isBroken = false;
  const result = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/me' && isBroken) {
      response.statusCode = 500;
      response.end();
      return;
    }
    if (request.url === '/token' && forger) interceptToken({ response, forger, key: privateKey });
    result(request, response);
  });
  return {
    issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    forge: (next) => {
      forger = next;
    },
    breakProfile: (next) => {
      isBroken = next;
    },
    stop: () => stop(server),
  };
}

function claimsOf(id: string) {
  const isVerified = !id.startsWith('unverified');
  return {
    sub: id,
    email: `${id}@example.com`,
    email_verified: isVerified,
    given_name: 'Ada',
    family_name: 'Tester',
  };
}

function interceptToken({
  response,
  forger,
  key,
}: {
  response: ServerResponse;
  forger: Forger;
  key: CryptoKey;
}): void {
  const end = response.end.bind(response) as (text: string) => ServerResponse;
  response.end = ((text: string | Buffer) => {
    const body = JSON.parse(String(text)) as { id_token?: string };
    if (!body.id_token) return end(JSON.stringify(body));
    void forger(body.id_token, key).then((idToken) => {
      const forged = JSON.stringify({ ...body, id_token: idToken });
      response.setHeader('content-length', Buffer.byteLength(forged));
      end(forged);
    });
    return response;
  }) as typeof response.end;
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
