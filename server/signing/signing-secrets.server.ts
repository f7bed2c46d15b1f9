import { openPool } from '#server/db.server.ts';
import { type Statement, query } from '#server/executions/transaction.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { bothSignMs, signingField } from './new-signing-secret.server.ts';

// A burst of an owner's calls asks once.
const keptMs = 5_000;
const mostOwners = 1_000;
const kept = new Map<number, { until: number; keys: Promise<Keys> }>();

interface Keys {
  current: string | null;
  previous: string | null;
  rotatedAt: number;
}

const signingStatement: Statement = {
  name: 'signing-secrets-of-owner',
  text: `select "signingSecret", "previousSigningSecret", "signingRotatedAt" from "User" where "id" = $1`,
};

/**
 * The secrets that sign for an account: its current one and, for 24 hours after a rotation, the one before.
 * None when it has made none. A change counts within 5 s.
 * @throws Error when one does not open: its data key is missing
 */
export async function signingSecretsOf({
  ownerId,
  now = Date.now(),
}: {
  ownerId: number;
  now?: number;
}): Promise<string[]> {
  const { current, previous, rotatedAt } = await keysOf(ownerId);
  const isPreviousValid = now - rotatedAt < bothSignMs;
  return [current, isPreviousValid ? previous : null].filter((secret) => secret !== null);
}

function keysOf(ownerId: number): Promise<Keys> {
  const now = performance.now();
  const known = kept.get(ownerId);
  if (known && known.until > now) return known.keys;
  if (kept.size >= mostOwners) kept.clear();
  const keys = readKeys(ownerId);
  kept.set(ownerId, { until: now + keptMs, keys });
  // A database that is away is asked again by the next call.
  keys.catch(() => kept.delete(ownerId));
  return keys;
}

async function readKeys(ownerId: number): Promise<Keys> {
  const [row] = await query<{
    signingSecret: string | null;
    previousSigningSecret: string | null;
    signingRotatedAt: Date | null;
  }>({ client: openPool(), statement: signingStatement, values: [ownerId] });
  const open = (sealed: string | null | undefined) =>
    sealed ? unseal({ sealed, userId: ownerId, field: signingField }) : null;
  return {
    current: open(row?.signingSecret),
    previous: open(row?.previousSigningSecret),
    rotatedAt: row?.signingRotatedAt?.getTime() ?? 0,
  };
}
