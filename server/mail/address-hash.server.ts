import { keyedHash, keyedHashes } from '#server/sealing/keyed-hash.server.ts';
import { hashedForms } from './mail-address.server.ts';

const purpose = 'mail-address';

/** Key for hashing addresses: a copy of the table alone reveals none. */
export function addressHash(address: string): string {
  const [text = ''] = hashedForms(address);
  return keyedHash({ purpose, text });
}

/** All hashes that a row may have: with the current pepper and older ones, and in older spellings. */
export function addressHashes(address: string): string[] {
  return hashedForms(address).flatMap((text) => keyedHashes({ purpose, text }));
}
