import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeJson } from '#dev/state/json-file.ts';
import type { Addresses } from './addresses.ts';

export interface StackAccount {
  email: string;
  tier: string;
  role: string;
  apiKey: string;
}

/** Facts about a running stack for scripts and tests; documented, so it changes with care. */
export interface StackFacts extends Omit<Addresses, 'smtpUrl'> {
  healthUrl: string;
  accounts: StackAccount[];
}

export function writeFacts({
  home,
  addresses,
  accounts,
}: {
  home: string;
  addresses: Addresses;
  accounts: StackAccount[];
}): StackFacts {
  // Where mail goes may hold a password.
  const { smtpUrl: _smtpUrl, ...reported } = addresses;
  const facts = { ...reported, healthUrl: `${addresses.url}/healthz`, accounts };
  // It contains the keys of the accounts.
  writeJson({ home, name: 'dev.json', value: facts, mode: 0o600 });
  return facts;
}

/** Removes the file, so no reader finds a stopped stack. */
export function removeFacts({ home }: { home: string }): void {
  rmSync(join(home, 'dev.json'), { force: true });
}
