import { headersFault } from './headers.ts';
import { base64 } from './paste/base64.ts';
import { mask } from './secret-headers.ts';

/** Authentication of a request: one header, built from these fields for each request. */
export type RequestAuth =
  | { type: 'basic'; username: string; password: string }
  | { type: 'bearer'; token: string }
  | { type: 'header'; name: string; value: string };

export const authTypes = ['none', 'basic', 'bearer', 'header'] as const;

/** The field of each type that nobody is shown again. */
const secretFields = { basic: 'password', bearer: 'token', header: 'value' } as const;
const fieldsOf: Record<RequestAuth['type'], readonly string[]> = {
  basic: ['username', 'password'],
  bearer: ['token'],
  header: ['name', 'value'],
};
export const longestAuthText = 2_048;

/** The secret of an authentication: password, token or value. */
export function authSecret(auth: RequestAuth): string {
  return auth.type === 'basic' ? auth.password : auth.type === 'bearer' ? auth.token : auth.value;
}

/** The same authentication with another secret. */
export function withAuthSecret({ auth, secret }: { auth: RequestAuth; secret: string }): RequestAuth {
  return { ...auth, [secretFields[auth.type]]: secret };
}

/** A named secret alone: the value is filled in at the call. */
const namedOnly = /^\{\{\s*secret\.\w+\s*\}\}$/;

/** As it is shown and exported: without its secret, unless that is the name of one. */
export function maskAuth(auth: RequestAuth | null): RequestAuth | null {
  if (auth === null || namedOnly.test(authSecret(auth))) return auth;
  return withAuthSecret({ auth, secret: mask });
}

/** The masked header of a request, as it is shown. */
export function maskedAuthHeader(auth: RequestAuth | null): Record<string, string> {
  if (auth === null) return {};
  if (auth.type === 'header') return { [auth.name]: mask };
  return { authorization: auth.type === 'basic' ? `Basic ${mask}` : `Bearer ${mask}` };
}

/** The header that an authentication becomes. */
export function authHeader(auth: RequestAuth): { name: string; value: string } {
  if (auth.type === 'header') return { name: auth.name, value: auth.value };
  const credentials =
    auth.type === 'basic' ? `Basic ${base64(`${auth.username}:${auth.password}`)}` : `Bearer ${auth.token}`;
  return { name: 'authorization', value: credentials };
}

/** The texts of an authentication that may hold variables. */
export function authTexts(auth: RequestAuth): string[] {
  return auth.type === 'basic' ? [auth.username, auth.password] : [authSecret(auth)];
}

/** Every value that no text that is stored may repeat. */
export function authSecrets(auth: RequestAuth): string[] {
  const { value } = authHeader(auth);
  return [authSecret(auth), ...(auth.type === 'basic' ? [value.slice('Basic '.length)] : [])];
}

/** "Basic, user ann", "Bearer token", "Header x-api-key" */
export function authText(auth: RequestAuth | null): string {
  if (auth === null) return 'None';
  if (auth.type === 'basic') return `Basic, user ${auth.username}`;
  return auth.type === 'bearer' ? 'Bearer token' : `Header ${auth.name}`;
}

/** As the API and exports write it. */
export const toWireAuth = (auth: RequestAuth | null) => auth ?? { type: 'none' as const };

/**
 * An authentication with the saved secret where a mask stands; one of another type has none to give.
 * @returns a message where a mask stands and nothing is saved
 */
export function unmaskAuth({
  typed,
  stored,
}: {
  typed: RequestAuth | null;
  stored: RequestAuth | null;
}): { auth: RequestAuth | null } | { message: string } {
  if (typed === null || authSecret(typed) !== mask) return { auth: typed };
  if (stored?.type !== typed.type)
    return { message: `Enter the ${secretFields[typed.type]}: a mask cannot be saved.` };
  return { auth: withAuthSecret({ auth: typed, secret: authSecret(stored) }) };
}

/**
 * An authentication as it is given: an object, or the text of a JSON object.
 * @returns null for none; a message when it is neither
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
  const wanted = type === 'none' ? [] : fieldsOf[type as RequestAuth['type']];
  const unknown = Object.keys(fields).find((name) => !wanted.includes(name));
  if (unknown !== undefined)
    return {
      message: `${unknown.slice(0, 40)} is not a field of ${String(type)} authentication. Remove it.`,
    };
  for (const name of wanted) {
    const fault = textFault({ name, text: fields[name] });
    if (fault !== null) return { message: fault };
  }
  if (type === 'none') return { auth: null };
  return checked({ type, ...fields } as RequestAuth);
}

function textFault({ name, text }: { name: string; text: unknown }): string | null {
  if (typeof text !== 'string') return `The ${name} must be a string.`;
  // A password may be empty: some services take the key as the user alone.
  if (text === '' && name !== 'password') return `Enter the ${name}.`;
  if (text.length > longestAuthText) return `The ${name} can have at most 2,048 characters.`;
  return /[\u0000-\u001f\u007f]/.test(text) ? `The ${name} contains a control character. Remove it.` : null;
}

function checked(auth: RequestAuth): { auth: RequestAuth } | { message: string } {
  if (auth.type === 'basic' && auth.username.includes(':'))
    return { message: 'The username cannot contain a colon. Remove it.' };
  const { name, value } = authHeader(auth);
  const message = headersFault({ [name]: value });
  return message === null ? { auth } : { message };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
