import { type Client, inTransaction } from '#server/database/transaction.server.ts';
import { markDispatched, release } from '#server/executions/ledger/dispatched-attempts.server.ts';
import type { Claim } from '#server/executions/ledger/types.ts';
import { type ClaimedRow, toClaimedCalls } from './to-claimed-calls.server.ts';

/**
 * Claims in one transaction and opens what was claimed. A claim counts as handed out before it is committed: a second
 * look of this process that waits for the first one's locks must not take it for an answer that was lost.
 *
 * @throws Error of the database: then nothing is handed out, and the next look hands out what was committed after all
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
