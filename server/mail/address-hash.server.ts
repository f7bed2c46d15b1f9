import { keyedHash, keyedHashes } from '#server/sealing/keyed-hash.server.ts';

const purpose = 'mail-address';

/** Under which an address is written down: whoever reads the table alone learns no addresses. */
export function addressHash(address: string): string {
  return keyedHash({ purpose, text: address.toLowerCase() });
}

/** Under which it may have been written down: with the current pepper and older ones. */
export function addressHashes(address: string): string[] {
  return keyedHashes({ purpose, text: address.toLowerCase() });
}

/** What limits count: the mailbox of an address, whatever follows a plus in its name. */
export function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@');
}
