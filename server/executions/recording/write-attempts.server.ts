import { bool, columns, float4, int, int8, jsonb, text } from '#server/database/columns.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { AttemptVerdict } from './attempt-verdict.ts';

const attempts = columns<AttemptVerdict>({
  executionId: int8(({ result }) => result.call.executionId),
  number: int(({ result }) => result.call.attempt),
  startedAt: int8(({ result }) => Math.round(result.startedAt)),
  endedAt: int8(({ result }) => Math.max(Math.round(result.startedAt), Math.round(result.endedAt))),
  dnsMs: float4(({ result }) => result.result.phases.dnsMs),
  connectMs: float4(({ result }) => result.result.phases.connectMs),
  tlsMs: float4(({ result }) => result.result.phases.tlsMs),
  waitMs: float4(({ result }) => result.result.phases.waitMs),
  downloadMs: float4(({ result }) => result.result.phases.downloadMs),
  isReused: bool(({ result }) => result.result.isReused),
  remoteAddress: text(({ result }) => result.result.remoteAddress),
  tlsProtocol: text(({ result }) => result.result.tlsProtocol),
  statusCode: int(({ result }) => result.result.response?.statusCode ?? null),
  errorCode: text(({ result }) => result.errorCode),
  retryAfterMs: int(retryAfterMs),
  isSigned: bool(({ result }) => result.result.isSigned ?? null),
  hops: jsonb(({ result }) => (result.result.hops ? JSON.stringify(result.result.hops) : null)),
});

export const attemptsStatement: Statement = {
  name: 'ledger-write-attempts',
  text: `
    update "Attempt" a set
      "startedAt" = to_timestamp(t."startedAt" / 1000.0), "endedAt" = to_timestamp(t."endedAt" / 1000.0),
      "durationMs" = t."endedAt" - t."startedAt", "dnsMs" = t."dnsMs", "connectMs" = t."connectMs",
      "tlsMs" = t."tlsMs", "waitMs" = t."waitMs", "downloadMs" = t."downloadMs", "isReused" = t."isReused",
      "remoteAddress" = t."remoteAddress", "tlsProtocol" = t."tlsProtocol", "statusCode" = t."statusCode",
      "errorCode" = t."errorCode", "retryAfterMs" = t."retryAfterMs",
      "isSigned" = t."isSigned", "hops" = t."hops"
    from ${attempts.unnest} as t(${attempts.names})
    where a."executionId" = t."executionId" and a."number" = t."number" and a."endedAt" is null`,
};

/** Fills in the attempts that their claims began. */
export async function writeAttempts({
  client,
  due,
}: {
  client: Client;
  due: AttemptVerdict[];
}): Promise<void> {
  await query({ client, statement: attemptsStatement, values: attempts.values(due) });
}

/** Delay before the next attempt. */
function retryAfterMs({ result, retryAt }: AttemptVerdict): number | null {
  return retryAt === null ? null : Math.max(0, Math.round(retryAt - result.endedAt));
}
