import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import { sealVariables } from '#server/executions/ledger/seal-variables.server.ts';
import type { DueFires } from './judged.ts';

export const resultsStatement: Statement = {
  name: 'ledger-write-results',
  text: `
    update "Execution" e set
      "outcome" = t."outcome"::"Outcome", "reason" = t."reason"::"OutcomeReason",
      "startedAt" = to_timestamp(t."startedAt" / 1000.0),
      "endedAt" = case when t."outcome" is not null then to_timestamp(t."endedAt" / 1000.0) end,
      "durationMs" = case when t."outcome" is not null then greatest(0, t."endedAt" - t."startedAt") end,
      "latenessMs" = t."latenessMs", "retryAt" = to_timestamp(t."retryAt" / 1000.0),
      "statusCode" = t."statusCode", "errorCode" = t."errorCode", "verdict" = t."verdict",
      "variables" = coalesce(t."variables", e."variables")
    from unnest($1::int8[], $2::text[], $3::text[], $4::int8[], $5::int8[], $6::int[], $7::int8[], $8::int[],
      $9::text[], $10::text[], $11::text[])
      as t("id", "outcome", "reason", "startedAt", "endedAt", "latenessMs", "retryAt", "statusCode", "errorCode",
        "verdict", "variables")
    where e."id" = t."id" and e."endedAt" is null`,
};

/** Ends executions, or plans their next attempt. */
export async function writeResults({ client, due }: { client: Client; due: DueFires[] }): Promise<void> {
  const values = [
    due.map(({ result }) => result.call.executionId),
    due.map(({ outcome }) => outcome),
    due.map(({ reason }) => reason),
    due.map(({ startedAt }) => Math.round(startedAt)),
    due.map(({ result }) => Math.round(result.endedAt)),
    due.map(({ latenessMs }) => Math.round(latenessMs)),
    due.map(({ retryAt }) => (retryAt === null ? null : Math.round(retryAt))),
    due.map(({ result }) => result.result.response?.statusCode ?? null),
    due.map(({ result }) => result.errorCode),
    due.map(({ result }) => result.verdict),
    due.map(({ result }) => sealVariables(result)),
  ];
  await query({ client, statement: resultsStatement, values });
}
