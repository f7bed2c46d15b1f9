import { base64 } from '#domain/paste/base64.ts';
import { headersError } from './headers.ts';
import { targetError } from './job-target.ts';
import { mask } from './secret-headers.ts';

/** Authentication by one header, built from these fields for each request. */
export type HeaderAuth =
  | { type: 'basic'; username: string; password: string }
  | { type: 'bearer'; token: string }
  | { type: 'header'; name: string; value: string };

/** OAuth 2 client credentials (RFC 6749 section 4.4): a token URL issues the bearer token of the request. */
export interface OAuthClient {
  type: 'oauth2';
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string | null;
  audience: string | null;
  /** Where the token request has the client's id and secret: in an Authorization header, or in its body. */
  clientAuth: 'basic' | 'body';
}

export type RequestAuth = HeaderAuth | OAuthClient;

export const authTypes = ['none', 'basic', 'bearer', 'header', 'oauth2'] as const;

interface AuthField {
  /** As the API and exports write it. */
  wire: string;
  /** In error messages. */
  label: string;
  /** Absent and empty read as null. */
  isOptional?: true;
  mayBeEmpty?: true;
  /** The values it can have; the first one is the default. */
  choices?: readonly string[];
}

const plain = (name: string) => ({ wire: name, label: name });

/** The fields of each type, by their names in RequestAuth. */
const fieldsOf: Record<RequestAuth['type'], Readonly<Record<string, AuthField>>> = {
  // A password may be empty: some services take the key as the user alone.
  basic: { username: plain('username'), password: { ...plain('password'), mayBeEmpty: true } },
  bearer: { token: plain('token') },
  header: { name: plain('name'), value: plain('value') },
  oauth2: {
    tokenUrl: { wire: 'token_url', label: 'token URL' },
    clientId: { wire: 'client_id', label: 'client ID' },
    clientSecret: { wire: 'client_secret', label: 'client secret' },
    scope: { ...plain('scope'), isOptional: true },
    audience: { ...plain('audience'), isOptional: true },
    clientAuth: { wire: 'client_auth', label: 'client authentication', choices: ['basic', 'body'] },
  },
};

/** The secret field of each type, never shown again. */
const secretFields = { basic: 'password', bearer: 'token', header: 'value', oauth2: 'clientSecret' } as const;

export const longestAuthText = 2_048;

/** The secret of an authentication: password, token, value or client secret. */
export function authSecret(auth: RequestAuth): string {
  switch (auth.type) {
    case 'basic':
      return auth.password;
    case 'bearer':
      return auth.token;
    case 'header':
      return auth.value;
    case 'oauth2':
      return auth.clientSecret;
  }
}

/** The same authentication with another secret. */
export function withAuthSecret<Auth extends RequestAuth>({
  auth,
  secret,
}: {
  auth: Auth;
  secret: string;
}): Auth {
  return { ...auth, [secretFields[auth.type]]: secret };
}

/** A named secret alone: the value is filled in at the call. */
const namedOnly = /^\{\{\s*secret\.\w+\s*\}\}$/;

/** For display and export: without its secret, unless that is the name of one. */
export function maskAuth(auth: RequestAuth | null): RequestAuth | null {
  if (auth === null || namedOnly.test(authSecret(auth))) return auth;
  return withAuthSecret({ auth, secret: mask });
}

/** The masked header of a request, for display. */
export function maskedAuthHeader(auth: RequestAuth | null): Record<string, string> {
  if (auth === null) return {};
  if (auth.type === 'header') return { [auth.name]: mask };
  return { authorization: auth.type === 'basic' ? `Basic ${mask}` : `Bearer ${mask}` };
}

/** The name of the header an authentication becomes. */
export function authHeaderName(auth: RequestAuth): string {
  return auth.type === 'header' ? auth.name : 'authorization';
}

/** The header an authentication becomes. */
export function authHeader(auth: HeaderAuth): { name: string; value: string } {
  const name = authHeaderName(auth);
  if (auth.type === 'header') return { name, value: auth.value };
  const credentials =
    auth.type === 'basic' ? `Basic ${base64(`${auth.username}:${auth.password}`)}` : `Bearer ${auth.token}`;
  return { name, value: credentials };
}

/** The texts of an authentication that may hold variables. */
export function authTexts(auth: RequestAuth): string[] {
  if (auth.type === 'basic') return [auth.username, auth.password];
  if (auth.type !== 'oauth2') return [authSecret(auth)];
  const { tokenUrl, clientId, clientSecret, scope, audience } = auth;
  return [tokenUrl, clientId, clientSecret, scope ?? '', audience ?? ''];
}

/** Every value no text that is stored may repeat. */
export function authSecrets(auth: HeaderAuth): string[] {
  const { value } = authHeader(auth);
  return [authSecret(auth), ...(auth.type === 'basic' ? [value.slice('Basic '.length)] : [])];
}

/** "Basic, user ann", "Bearer token", "Header x-api-key", "OAuth 2, client reports at https://id.example.com/token" */
export function authText(auth: RequestAuth | null): string {
  if (auth === null) return 'None';
  switch (auth.type) {
    case 'basic':
      return `Basic, user ${auth.username}`;
    case 'bearer':
      return 'Bearer token';
    case 'header':
      return `Header ${auth.name}`;
    case 'oauth2':
      return [
        `OAuth 2, client ${auth.clientId} at ${auth.tokenUrl}`,
        ...(auth.scope === null ? [] : [`scope ${auth.scope}`]),
        ...(auth.audience === null ? [] : [`audience ${auth.audience}`]),
        ...(auth.clientAuth === 'body' ? ['credentials in the body'] : []),
      ].join(', ');
  }
}

/** The labels of the fields in which two authentications of one type differ. */
export function changedAuthFields({ before, after }: { before: RequestAuth; after: RequestAuth }): string[] {
  const [old, now] = [before, after] as unknown as Record<string, unknown>[];
  return Object.entries(fieldsOf[after.type]).flatMap(([name, { label }]) =>
    old?.[name] === now?.[name] ? [] : [label],
  );
}

/** As the API and exports write it. */
export function toWireAuth(auth: RequestAuth | null): { type: string } & Record<string, string | null> {
  if (auth === null) return { type: 'none' };
  const values = auth as unknown as Record<string, string | null>;
  const fields = Object.entries(fieldsOf[auth.type]).map(([name, { wire }]) => [wire, values[name] ?? null]);
  return { type: auth.type, ...(Object.fromEntries(fields) as Record<string, string | null>) };
}

/**
 * Replaces a mask in an authentication by the saved secret; another type has none.
 * @returns a message for a mask without a saved value
 */
export function unmaskAuth({
  typed,
  stored,
}: {
  typed: RequestAuth | null;
  stored: RequestAuth | null;
}): { auth: RequestAuth | null } | { message: string } {
  if (typed === null || authSecret(typed) !== mask) return { auth: typed };
  if (stored?.type !== typed.type) {
    const label = fieldsOf[typed.type][secretFields[typed.type]]?.label ?? 'secret';
    return { message: `Enter the ${label}: a mask cannot be saved.` };
  }
  return { auth: withAuthSecret({ auth: typed, secret: authSecret(stored) }) };
}

/**
 * Reads an authentication: an object, or the text of a JSON object.
 * @returns null for none; a message if it is neither
 */
export function readAuth(given: unknown): { auth: RequestAuth | null } | { message: string } {
  if (given === undefined || given === null || given === '') return { auth: null };
  const parsed = typeof given === 'string' ? parseJson(given) : given;
  const example = 'such as {"type": "bearer", "token": "abc"}';
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return { message: `Enter an object, ${example}.` };
  const { type, ...fields } = parsed as Record<string, unknown>;
  if (!authTypes.some((one) => one === type))
    return { message: `The type of authentication must be one of ${authTypes.join(', ')}.` };
  const wanted = type === 'none' ? {} : fieldsOf[type as RequestAuth['type']];
  const nameOf = (given: string) =>
    Object.keys(wanted).find((name) => name === given || wanted[name]?.wire === given);
  const unknown = Object.keys(fields).find((name) => nameOf(name) === undefined);
  if (unknown !== undefined)
    return {
      message: `${unknown.slice(0, 40)} is not a field of ${String(type)} authentication. Remove it.`,
    };
  const byName: Record<string, unknown> = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [nameOf(name) ?? name, value]),
  );
  const values: Record<string, string | null> = {};
  for (const [name, field] of Object.entries(wanted)) {
    const read = readField({ field, given: byName[name] });
    if ('message' in read) return read;
    values[name] = read.value;
  }
  if (type === 'none') return { auth: null };
  return checked({ type, ...values } as RequestAuth);
}

function readField({
  field: { label, wire, isOptional, mayBeEmpty, choices },
  given,
}: {
  field: AuthField;
  given: unknown;
}): { value: string | null } | { message: string } {
  const isAbsent = given === undefined || given === null || given === '';
  if (isAbsent && isOptional) return { value: null };
  if (choices) {
    const value = isAbsent ? choices[0] : choices.find((one) => one === given);
    return value === undefined ? { message: `The ${wire} must be ${choices.join(' or ')}.` } : { value };
  }
  if (typeof given !== 'string') return { message: `The ${label} must be a string.` };
  if (given === '' && !mayBeEmpty) return { message: `Enter the ${label}.` };
  if (given.length > longestAuthText) return { message: `The ${label} can have at most 2,048 characters.` };
  return /[\u0000-\u001f\u007f]/.test(given)
    ? { message: `The ${label} contains a control character. Remove it.` }
    : { value: given };
}

function checked(auth: RequestAuth): { auth: RequestAuth } | { message: string } {
  if (auth.type === 'basic' && auth.username.includes(':'))
    return { message: 'The username cannot contain a colon. Remove it.' };
  if (auth.type === 'oauth2') {
    const message = tokenUrlError(auth.tokenUrl);
    return message === null ? { auth } : { message };
  }
  const { name, value } = authHeader(auth);
  const message = headersError({ [name]: value });
  return message === null ? { auth } : { message };
}

/** The host and address of a token URL are judged by server/outbound, like those of the job's own URL. */
function tokenUrlError(url: string): string | null {
  const message = /^mailto:/i.test(url) ? '' : targetError({ text: url, type: 'webhook' });
  if (message === null) return null;
  return url.includes('{{') && message !== ''
    ? `The token URL cannot be used. ${message}`
    : 'Enter the full token URL, such as https://id.example.com/oauth2/token.';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
