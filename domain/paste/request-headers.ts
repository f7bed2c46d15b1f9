import { isOwnHeader } from '#domain/job/headers.ts';
import type { LeftOut } from './pasted.ts';

/** The headers read so far, by their names in lower case; each keeps the name as it was written first. */
export type PastedHeaders = Map<string, { name: string; value: string }>;

/** The headers as an object, in the order in which they were read. */
export function toHeaderObject(headers: PastedHeaders): Record<string, string> {
  return Object.fromEntries([...headers.values()].map(({ name, value }) => [name, value]));
}

/** Adds a header unless the command has written it. */
export function setDefaultHeader({
  headers,
  name,
  value,
}: {
  headers: PastedHeaders;
  name: string;
  value: string;
}): void {
  if (!headers.has(name.toLowerCase())) headers.set(name.toLowerCase(), { name, value });
}

/** Adds a header unless Punctual sets it itself; one that comes twice is joined as HTTP joins it. */
export function addHeader({
  headers,
  name,
  value,
  left,
}: {
  headers: PastedHeaders;
  name: string;
  value: string;
  left: LeftOut[];
}): void {
  if (isOwnHeader(name)) {
    left.push({ what: name, why: 'Punctual sets this header itself.' });
    return;
  }
  const key = name.toLowerCase();
  const known = headers.get(key);
  if (known) known.value += `${key === 'cookie' ? '; ' : ', '}${value}`;
  else headers.set(key, { name, value });
}
