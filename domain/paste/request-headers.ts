import { isOwnHeader } from '../headers.ts';
import type { LeftOut } from './pasted.ts';

/** Whether a header is there, whatever its letters' case. */
export function hasHeader({ headers, name }: { headers: Map<string, string>; name: string }): boolean {
  return [...headers.keys()].some((one) => one.toLowerCase() === name);
}

/** Adds a header unless Punctual sets it itself; one that comes twice is joined as HTTP joins it. */
export function addHeader({
  headers,
  name,
  value,
  left,
}: {
  headers: Map<string, string>;
  name: string;
  value: string;
  left: LeftOut[];
}): void {
  if (isOwnHeader(name)) {
    left.push({ what: name, why: 'Punctual sets this header itself.' });
    return;
  }
  const known = [...headers.keys()].find((one) => one.toLowerCase() === name.toLowerCase());
  const before = known === undefined ? undefined : headers.get(known);
  const glue = name.toLowerCase() === 'cookie' ? '; ' : ', ';
  headers.set(known ?? name, before === undefined ? value : `${before}${glue}${value}`);
}
