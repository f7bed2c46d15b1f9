import { isIP } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';

/** Allowed characters of a domain before UTS 46: no ASCII that the parser of host names would cut off or decode. */
const domainForm = /^(?:[a-z0-9.-]|[^\0-\x7f])+$/i;
const asciiDomain = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/;
const localForm = /^[^\s@,;:<>()"[\]\\{}\p{C}\p{DI}]+$/u;

/**
 * The one spelling of a judged address, hashed and written to: the domain by UTS 46 in ASCII and lower case, the name
 * by NFKC. The case of the name stays: it is the receiving server's to judge.
 * @returns null for an address no mail server could take
 */
export function normalAddress(address: string): string | null {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0)).normalize('NFKC');
  const domain = address.slice(at + 1);
  if (!localForm.test(local) || !domainForm.test(domain)) return null;
  const ascii = domainToASCII(domain)
    .replace(/(?<!\.)\.+$/, '')
    .toLowerCase();
  return asciiDomain.test(ascii) && isIP(ascii) === 0 ? `${local}@${ascii}` : null;
}

/** Texts under which an address may have been hashed: its normal form, and that of older rows. */
export function hashedForms(address: string): string[] {
  const normal = normalAddress(address);
  const older = address.toLowerCase();
  if (normal === null) return [older];
  const lower = normal.toLowerCase();
  const at = lower.lastIndexOf('@') + 1;
  // Rows from before the normal form keep the domain as it was written, most often in Unicode.
  return [...new Set([lower, lower.slice(0, at) + domainToUnicode(lower.slice(at)), older])];
}

const dotless = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox behind an address, for limits only: without what follows a plus in its name, and at Gmail without the
 * dots. Other spellings a provider delivers alike are not known to us.
 */
export function mailboxOf(address: string): string {
  const normal = (normalAddress(address) ?? address).toLowerCase();
  const at = normal.lastIndexOf('@');
  const domain = normal.slice(at + 1);
  const name = normal.slice(0, Math.max(at, 0)).replace(/^([^+]+)\+.*$/, '$1');
  return dotless.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
