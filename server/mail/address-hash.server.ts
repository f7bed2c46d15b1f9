import { keyedHash, keyedHashes } from '#server/sealing/keyed-hash.server.ts';
import { hashedForms } from './mail-address.server.ts';

const purpose = 'mail-address';

/** Key for hashing addresses: a copy of the table alone reveals none. */
export function addressHash(address: string): string {
  const [text = ''] = hashedForms(address);
  return keyedHash({ purpose, text });
}

/** Under which it may have been written down: with the current pepper and older ones, and as older rows spell it. */
export function addressHashes(address: string): string[] {
  return hashedForms(address).flatMap((text) => keyedHashes({ purpose, text }));
}
