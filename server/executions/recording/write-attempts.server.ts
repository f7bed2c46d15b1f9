import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { DueFires } from './judged.ts';

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
    from unnest($1::int8[], $2::int[], $3::int8[], $4::int8[], $5::float4[], $6::float4[], $7::float4[],
      $8::float4[], $9::float4[], $10::bool[], $11::text[], $12::text[], $13::int[], $14::text[], $15::int[],
      $16::bool[], $17::jsonb[])
      as t("executionId", "number", "startedAt", "endedAt", "dnsMs", "connectMs", "tlsMs", "waitMs", "downloadMs",
        "isReused", "remoteAddress", "tlsProtocol", "statusCode", "errorCode", "retryAfterMs", "isSigned",
        "hops")
    where a."executionId" = t."executionId" and a."number" = t."number" and a."endedAt" is null`,
};

/** Fills in the attempts that their claims began. */
export async function writeAttempts({ client, due }: { client: Client; due: DueFires[] }): Promise<void> {
  const results = due.map(({ result }) => result);
  const values = [
    results.map(({ call }) => call.executionId),
    results.map(({ call }) => call.attempt),
    results.map(({ startedAt }) => Math.round(startedAt)),
    results.map(({ startedAt, endedAt }) => Math.max(Math.round(startedAt), Math.round(endedAt))),
    results.map(({ result }) => result.phases.dnsMs),
    results.map(({ result }) => result.phases.connectMs),
    results.map(({ result }) => result.phases.tlsMs),
    results.map(({ result }) => result.phases.waitMs),
    results.map(({ result }) => result.phases.downloadMs),
    results.map(({ result }) => result.isReused),
    results.map(({ result }) => result.remoteAddress),
    results.map(({ result }) => result.tlsProtocol),
    results.map(({ result }) => result.response?.statusCode ?? null),
    results.map(({ errorCode }) => errorCode),
    due.map(retryAfterMs),
    results.map(({ result }) => result.isSigned ?? null),
    results.map(({ result }) => (result.hops ? JSON.stringify(result.hops) : null)),
  ];
  await query({ client, statement: attemptsStatement, values });
}

/** Delay before the next attempt. */
function retryAfterMs({ result, retryAt }: DueFires): number | null {
  return retryAt === null ? null : Math.max(0, Math.round(retryAt - result.endedAt));
}
