import { readMailTarget } from '#domain/job/job-target.ts';
import { normalAddress } from './mail-address.server.ts';

/**
 * Address and subject of a mail target, the address in its normal form.
 * @returns null when the text is none, or no mail server could take the address
 */
export function mailTarget(text: string): { address: string; subject: string | null } | null {
  const target = readMailTarget(text);
  const address = target && normalAddress(target.address);
  return target && address ? { ...target, address } : null;
}
