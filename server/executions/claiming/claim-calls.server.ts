import { type Client, inTransaction } from '#server/database/transaction.server.ts';
import { handOut, takeBack } from '#server/executions/ledger/handed-out.server.ts';
import type { Claim } from '#server/executions/ledger/types.ts';
import { type ClaimedRow, openCalls } from './open-calls.server.ts';

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
      rows.forEach(handOut);
      return found;
    });
    const callOf = await openCalls({ rows, now });
    return claims.map((one) => (isClaimed(one) ? callOf(one) : one));
  } catch (error) {
    rows.forEach(takeBack);
    throw error;
  }
}

function isClaimed(claim: { kind: string }): claim is ClaimedRow {
  return claim.kind === 'claimed';
}
