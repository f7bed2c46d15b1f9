import { type Client, inTransaction } from '#server/database/transaction.server.ts';
import { markDispatched, release } from '#server/executions/ledger/dispatched-attempts.server.ts';
import type { Claim } from '#server/executions/ledger/types.ts';
import { type ClaimedRow, toClaimedCalls } from './to-claimed-calls.server.ts';

/**
 * Claims in one transaction and decrypts the claimed calls. A claim counts as dispatched before its commit: a second
 * claim pass of this process, waiting for the locks of the first, must not take it for a lost response.
 *
 * @throws Error of the database: then nothing is returned, and the next pass returns the committed claims
 */
export async function claimCalls<Result extends { kind: string } = Claim>({
  now,
  claim,
}: {
  now: number;
  claim: (client: Client) => Promise<(Result | ClaimedRow)[]>;
}): Promise<(Result | Claim)[]> {
  const rows: ClaimedRow[] = [];
  try {
    const claims = await inTransaction(async (client) => {
      const found = await claim(client);
      rows.push(...found.filter(isClaimed));
      rows.forEach(markDispatched);
      return found;
    });
    const toClaimedCall = await toClaimedCalls({ rows, now });
    return claims.map((one) => (isClaimed(one) ? toClaimedCall(one) : one));
  } catch (error) {
    rows.forEach(release);
    throw error;
  }
}

function isClaimed(claim: { kind: string }): claim is ClaimedRow {
  return claim.kind === 'claimed';
}
