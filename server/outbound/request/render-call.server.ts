import { valueTooLong } from '#domain/job/headers.ts';
import {
  authHeader,
  authHeaderName,
  authSecret,
  authSecrets,
  authTexts,
  type HeaderAuth,
  longestAuthText,
  type OAuthClient,
  type RequestAuth,
  withAuthSecret,
} from '#domain/job/request-auth.ts';
import { longestUrl } from '#domain/outbound-url.ts';
import { render } from '#domain/text/rendering.ts';
import { secretOf, variableNames } from '#domain/text/variables.ts';
import type { ClaimedCall } from '#server/executions/ledger/types.ts';
import {
  accessToken,
  type GivenToken,
  type TokenOrder,
} from '#server/outbound/request/access-token.server.ts';
import type { TokenKey } from '#server/outbound/request/kept-token.server.ts';
import type { CallRequest } from '#server/outbound/types.ts';
import { decryptSecrets } from '#server/secrets/decrypt-secrets.server.ts';
import { signMessage } from '#server/signing/sign-message.server.ts';
import { signingSecretsOf } from '#server/signing/signing-secrets.server.ts';
import { withAddedHeaders } from './added-headers.server.ts';
import { renderedError, renderParts, type RequestParts, variablesOf } from './render-parts.server.ts';
import { variableValues, type VariableFacts } from './variable-values.server.ts';

/** Values of secrets are longer than their names; what is too long for a header is refused as one. */
const mostPerVariable = 4;

export type RenderedCall =
  | {
      request: CallRequest & { payload: string | null };
      /** Values of the request's variables, without secrets; null if there are none. */
      variables: Record<string, string> | null;
      /** Values of its secrets, by name of the variable: stored nowhere. */
      secrets: Record<string, string>;
      /** Credentials it signs in with, in every form in which they are sent: kept nowhere. */
      hidden: string[];
      /** The access token it signs in with. */
      access: { token: string; key: TokenKey } | null;
    }
  /** Why it cannot be sent, in words for its owner. */
  | { error: 'target_not_allowed' | 'token_failed'; explanation: string };

/**
 * The request of an attempt: the job's own with its variables filled in (D41), the headers we add, and a signature if
 * the job asks for one and its owner has a signing secret (D37). A mail target is rendered likewise; its headers mean
 * nothing.
 *
 * @param now time of the request, read once secrets and access token are there
 * @param mayCall called before a token URL, with its host
 * @throws Error when secrets or stored tokens cannot be read or decrypted
 */
export async function renderCall({
  call,
  now = Date.now,
  mayCall,
}: {
  call: ClaimedCall;
  now?: () => number;
  mayCall?: TokenOrder['mayCall'];
}): Promise<RenderedCall> {
  const { ownerId, url, headers, method, timeoutSeconds, webhookId } = call;
  // A mail has no headers to sign in with.
  const auth = (call.type === 'email' ? null : call.auth) ?? null;
  const { followRedirects = false } = call;
  const parts = { url, headers, payload: call.payload || null };
  const names = [
    ...new Set([...variablesOf(parts), ...variableNames(auth ? authTexts(auth).join('\n') : '')]),
  ];
  const secretNames = names.map(secretOf).filter((name) => name !== null);
  const [secrets, signingSecrets] = await Promise.all([
    decryptSecrets({ ownerId, names: secretNames }),
    call.isSigned ? signingSecretsOf({ ownerId }) : [],
  ]);
  const missing = secretNames.find((name) => !Object.hasOwn(secrets, name));
  if (missing !== undefined) return refused(`the secret ${missing} does not exist`);

  const sealed = Object.fromEntries(secretNames.map((name) => [`secret.${name}`, secrets[name] ?? '']));
  const access = auth?.type === 'oauth2' ? await tokenFor({ call, auth, values: sealed, mayCall }) : null;
  if (access && 'explanation' in access) return { error: 'token_failed', ...access };

  const facts: VariableFacts = { ...call, at: now() };
  const plain = names.length > 0 ? variableValues(facts) : {};
  const values = { ...plain, ...sealed };
  const signedIn = auth && renderAuth({ auth, access, values });
  if (auth && !signedIn) return notAllowed(valueTooLong(authHeaderName(auth)));
  const rendered = withAuth({ rendered: renderParts({ parts, values }), auth: signedIn });
  const error = 'error' in rendered ? rendered.error : renderedError({ parts, rendered });
  if ('error' in rendered || error !== null) return notAllowed(error);

  const { payload, contentType } = rendered;
  const signature =
    signingSecrets.length > 0
      ? signMessage({ secrets: signingSecrets, webhookId, at: facts.at, payload: payload ?? '' })
      : null;
  const used = Object.entries(plain).filter(([name]) => names.includes(name));
  return {
    request: {
      url: rendered.url,
      method,
      headers: withAddedHeaders({ headers: rendered.headers, contentType, facts, webhookId, signature }),
      payload,
      timeoutMs: timeoutSeconds * 1_000,
      ...(followRedirects && { followRedirects, secrets: secretPlaces({ parts, auth }) }),
    },
    variables: used.length > 0 ? Object.fromEntries(used) : null,
    secrets: sealed,
    hidden: signedIn ? authSecrets(signedIn) : [],
    access,
  };
}

/** The access token of a call by OAuth 2, whose client has its secrets filled in. */
async function tokenFor({
  call: { ownerId, jobId },
  auth,
  values,
  mayCall,
}: {
  call: ClaimedCall;
  auth: OAuthClient;
  values: Record<string, string>;
  mayCall: TokenOrder['mayCall'];
}): Promise<GivenToken> {
  const fill = (text: string) =>
    render({ text, values, placing: 'plain', most: longestAuthText * mostPerVariable });
  const tokenUrl = render({ text: auth.tokenUrl, values, placing: 'url', most: longestUrl });
  const clientId = fill(auth.clientId);
  const clientSecret = fill(auth.clientSecret);
  const scope = fill(auth.scope ?? '');
  const audience = fill(auth.audience ?? '');
  if (tokenUrl === null || clientId === null || clientSecret === null || scope === null || audience === null)
    return { explanation: 'with its secrets filled in, a field of the OAuth 2 client is too long' };
  const filled = { tokenUrl, clientId, clientSecret, scope: scope || null, audience: audience || null };
  const client = { ...auth, ...filled };
  return accessToken({ ownerId, jobId, client, mayCall });
}

/**
 * An authentication with its variables filled in, judged as the header it becomes.
 * @returns null when it would be longer than a header may be: it is not made
 */
function renderAuth({
  auth,
  access,
  values,
}: {
  auth: RequestAuth;
  access: { token: string } | null;
  values: Record<string, string>;
}): HeaderAuth | null {
  if (auth.type === 'oauth2') return access && { type: 'bearer', token: access.token };
  const fill = (text: string) =>
    render({ text, values, placing: 'plain', most: longestAuthText * mostPerVariable });
  const secret = fill(authSecret(auth));
  const username = auth.type === 'basic' ? fill(auth.username) : '';
  if (secret === null || username === null) return null;
  const filled = withAuthSecret({ auth, secret });
  return filled.type === 'basic' ? { ...filled, username } : filled;
}

/** The request with the header it signs in with: it passes the rules of all headers. */
function withAuth({
  rendered,
  auth,
}: {
  rendered: ReturnType<typeof renderParts>;
  auth: HeaderAuth | null;
}): ReturnType<typeof renderParts> {
  if (auth === null || 'error' in rendered) return rendered;
  const { name, value } = authHeader(auth);
  const others = Object.entries(rendered.headers).filter(([one]) => one.toLowerCase() !== name.toLowerCase());
  return { ...rendered, headers: { ...Object.fromEntries(others), [name]: value } };
}

/** Where a request names secrets: a redirect to another origin takes none of them along. */
function secretPlaces({
  parts: { headers, payload },
  auth,
}: {
  parts: RequestParts;
  auth: RequestAuth | null;
}): NonNullable<CallRequest['secrets']> {
  const hasSecret = (text: string) => variableNames(text).some((name) => secretOf(name) !== null);
  return {
    headers: [
      ...Object.keys(headers).filter((name) => hasSecret(headers[name] ?? '')),
      ...(auth ? [authHeaderName(auth)] : []),
    ].map((name) => name.toLowerCase()),
    isInPayload: hasSecret(payload ?? ''),
  };
}

function notAllowed(error: string | null): RenderedCall {
  return refused(`with its variables filled in, this request is not allowed: ${error}`);
}

function refused(explanation: string): RenderedCall {
  return { error: 'target_not_allowed', explanation };
}
