import { openPool } from '#server/db.server.ts';
import { type Statement, query } from '#server/executions/transaction.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { secretField } from './sealed-field.server.ts';

// A minutely job asks for the same secrets at each call, a burst of an owner's jobs for all of them at once.
const keptMs = 5_000;
const mostOwners = 1_000;
const kept = new Map<number, { until: number; secrets: Promise<Map<string, string>> }>();

const secretsStatement: Statement = {
  name: 'secrets-of-owner',
  text: `select "name", "value" from "Secret" where "userId" = $1`,
};

/**
 * The values of an owner's secrets, for a call that is about to leave; a name that does not exist is left out.
 * A value that was changed is taken at most 5 s later.
 * @throws Error when a secret does not open: its data key is missing
 */
export async function openSecrets({
  ownerId,
  names,
}: {
  ownerId: number;
  names: string[];
}): Promise<Record<string, string>> {
  if (names.length === 0) return {};
  const secrets = await secretsOf(ownerId);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = secrets.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function secretsOf(ownerId: number): Promise<Map<string, string>> {
  const now = performance.now();
  const known = kept.get(ownerId);
  if (known && known.until > now) return known.secrets;
  if (kept.size >= mostOwners) kept.clear();
  const secrets = readSecrets(ownerId);
  kept.set(ownerId, { until: now + keptMs, secrets });
  // A database that is away is asked again by the next call.
  secrets.catch(() => kept.delete(ownerId));
  return secrets;
}

async function readSecrets(ownerId: number): Promise<Map<string, string>> {
  const rows = await query<{ name: string; value: string }>({
    client: openPool(),
    statement: secretsStatement,
    values: [ownerId],
  });
  return new Map(
    rows.map(({ name, value }) => [name, unseal({ sealed: value, userId: ownerId, field: secretField })]),
  );
}
