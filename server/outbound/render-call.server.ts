import { secretOf, variableNames } from '#domain/variables.ts';
import type { ClaimedCall } from '#server/executions/types.ts';
import { openSecrets } from '#server/secrets/open-secrets.server.ts';
import { signMessage } from '#server/signing/sign-message.server.ts';
import { signingSecretsOf } from '#server/signing/signing-secrets.server.ts';
import { withAddedHeaders } from './added-headers.server.ts';
import { renderedFault, renderParts, type RequestParts, variablesOf } from './render-parts.server.ts';
import type { CallRequest } from './types.ts';
import { variableValues, type AttemptFacts } from './variable-values.server.ts';

export type RenderedCall =
  | {
      request: CallRequest & { payload: string | null };
      /** What the variables that the request names stood for, without secrets; null when it names none. */
      variables: Record<string, string> | null;
      /** What its secrets stood for, by name of the variable: kept nowhere. */
      secrets: Record<string, string>;
    }
  /** Why it cannot be sent, in words for its owner. */
  | { fault: 'target_not_allowed'; explanation: string };

/**
 * What an attempt sends: the job's own request with its variables filled in (D41), the headers we add, and a
 * signature where the job asks for one and its owner has a signing secret (D37). A mail target is rendered
 * likewise; its headers mean nothing.
 *
 * @param now tells when the request is made, asked once the secrets are there
 * @throws Error when secrets cannot be read or opened
 */
export async function renderCall({
  call,
  now = Date.now,
}: {
  call: ClaimedCall;
  now?: () => number;
}): Promise<RenderedCall> {
  const { ownerId, url, headers, method, timeoutSeconds, webhookId, followRedirects = false } = call;
  const parts = { url, headers, payload: call.payload || null };
  const names = variablesOf(parts);
  const secretNames = names.map(secretOf).filter((name) => name !== null);
  const [secrets, signingSecrets] = await Promise.all([
    openSecrets({ ownerId, names: secretNames }),
    call.isSigned ? signingSecretsOf({ ownerId }) : [],
  ]);
  const missing = secretNames.find((name) => !Object.hasOwn(secrets, name));
  if (missing !== undefined) return refused(`the secret ${missing} does not exist`);

  const facts: AttemptFacts = { ...call, at: now() };
  const plain = variableValues(facts);
  const sealed = Object.fromEntries(secretNames.map((name) => [`secret.${name}`, secrets[name] ?? '']));
  const rendered = renderParts({ parts, values: { ...plain, ...sealed } });
  const fault = 'fault' in rendered ? rendered.fault : renderedFault({ parts, rendered });
  if ('fault' in rendered || fault !== null)
    return refused(`with its variables filled in, this request is not allowed: ${fault}`);

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
      ...(followRedirects && { followRedirects, secrets: secretPlaces(parts) }),
    },
    variables: used.length > 0 ? Object.fromEntries(used) : null,
    secrets: sealed,
  };
}

/** Where a request names secrets: a redirect to another origin takes none of them along. */
function secretPlaces({ headers, payload }: RequestParts): NonNullable<CallRequest['secrets']> {
  const hasSecret = (text: string) => variableNames(text).some((name) => secretOf(name) !== null);
  return {
    headers: Object.keys(headers)
      .filter((name) => hasSecret(headers[name] ?? ''))
      .map((name) => name.toLowerCase()),
    isInPayload: hasSecret(payload ?? ''),
  };
}

function refused(explanation: string): RenderedCall {
  return { fault: 'target_not_allowed', explanation };
}
