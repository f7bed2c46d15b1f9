import { authSecret, type RequestAuth, withAuthSecret } from '#domain/job/request-auth.ts';
import { isSecretHeader, mask } from '#domain/job/secret-headers.ts';
import { parseUrl } from '#domain/text/parse-url.ts';
import { isSecretName } from '#domain/text/variables.ts';

/** The parts of a request that may hold credentials. */
export interface CredentialParts {
  url: string;
  headers: Record<string, string>;
  auth: RequestAuth | null;
}

/** A credential of a request that can become a named secret of the account. */
export interface Credential {
  /** Its position, such as "header cookie". */
  id: string;
  /** "Cookie header", "api_key in the URL", "Bearer token" */
  label: string;
  value: string;
  suggestedName: string;
}

/** Parameters of an address that evidently hold a credential. */
const secretParameter =
  /^(?:x-)?(?:(?:api|access|auth|client|private|secret)[-_.]?)?(?:key|token|secret|password|passwd|pwd|sig|signature)$/i;
const authLabels = {
  ...{ basic: 'Password', bearer: 'Bearer token', header: 'API key', oauth2: 'Client secret' },
} as const;
/** As many bytes as a secret can have; a character has three at most. */
const mostCharacters = 1_365;
const longestName = 64;

/** The credentials a request holds as they are written, in the order auth, headers, URL. */
export function credentialsIn({ url, headers, auth }: CredentialParts): Credential[] {
  const host = hostWord(url);
  const found: Omit<Credential, 'suggestedName'>[] = [
    ...(auth === null ? [] : [{ id: 'auth', label: authLabels[auth.type], value: authSecret(auth) }]),
    ...Object.entries(headers)
      .filter(([name]) => isSecretHeader(name) && !/^idempotency-key$/i.test(name))
      .map(([name, value]) => ({ id: `header ${name.toLowerCase()}`, label: `${name} header`, value })),
    ...parametersOf(url)
      .filter(({ name }) => secretParameter.test(name))
      .map(({ name, value }) => ({ id: `query ${name}`, label: `${name} in the URL`, value })),
  ];
  const taken = new Set<string>();
  return found
    .filter(({ value }) => value.trim() !== '' && value.length <= mostCharacters)
    .filter(({ value }) => value !== mask && !value.includes('{{'))
    .map((one) => ({ ...one, suggestedName: freeName({ words: [host, wordOf(one)], taken }) }));
}

/** The same request with a named secret instead of one of its credentials. */
export function withNamedSecret<Parts extends CredentialParts>({
  parts,
  id,
  name,
}: {
  parts: Parts;
  id: string;
  name: string;
}): Parts {
  const variable = `{{secret.${name}}}`;
  const [place, ...rest] = id.split(' ');
  const key = rest.join(' ');
  if (place === 'auth')
    return { ...parts, auth: parts.auth && withAuthSecret({ auth: parts.auth, secret: variable }) };
  if (place === 'header') {
    const headers = Object.entries(parts.headers).map(([header, value]) => [
      header,
      header.toLowerCase() === key ? variable : value,
    ]);
    return { ...parts, headers: Object.fromEntries(headers) as Record<string, string> };
  }
  const found = parametersOf(parts.url).find((one) => one.name === key);
  if (place !== 'query' || !found) return parts;
  return { ...parts, url: parts.url.slice(0, found.from) + variable + parts.url.slice(found.to) };
}

/** The parameters of an address, and where in it their values are written. */
function parametersOf(url: string): { name: string; value: string; from: number; to: number }[] {
  const start = url.indexOf('?') + 1;
  if (start === 0) return [];
  const hash = url.indexOf('#', start);
  let at = start;
  return url
    .slice(start, hash < 0 ? undefined : hash)
    .split('&')
    .flatMap((pair) => {
      const begin = at;
      at += pair.length + 1;
      const equals = pair.indexOf('=');
      const [name, value] = [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))];
      if (equals < 1 || name === null || value === null) return [];
      return [{ name, value, from: begin + equals + 1, to: begin + pair.length }];
    });
}

/** A plus is a blank in a query; what is no percent-encoding is left alone. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

function wordOf({ id, label }: Pick<Credential, 'id' | 'label'>): string {
  return id === 'auth' ? label : id.slice(id.indexOf(' ') + 1).replace(/^x-/, '');
}

/** "shop" of api.shop.example and of shop.example; none of an address. */
function hostWord(url: string): string {
  const labels = (parseUrl(url)?.hostname ?? '').split('.');
  return labels.length < 2 || /^\d+$/.test(labels.at(-1) ?? '') ? '' : (labels.at(-2) ?? '');
}

function freeName({ words, taken }: { words: string[]; taken: Set<string> }): string {
  const joined = words
    .join('_')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  const base = (isSecretName(joined) ? joined : `SECRET_${joined}`).slice(0, longestName - 3);
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
  taken.add(name);
  return name;
}
