import { columns, int, int8, text } from '#server/database/columns.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import { sealVariables } from '#server/executions/ledger/seal-variables.server.ts';
import type { AttemptVerdict } from './attempt-verdict.ts';

const results = columns<AttemptVerdict>({
  id: int8(({ result }) => result.call.executionId),
  outcome: text(({ outcome }) => outcome),
  reason: text(({ reason }) => reason),
  startedAt: int8(({ startedAt }) => Math.round(startedAt)),
  endedAt: int8(({ result }) => Math.round(result.endedAt)),
  latenessMs: int(({ latenessMs }) => Math.round(latenessMs)),
  retryAt: int8(({ retryAt }) => (retryAt === null ? null : Math.round(retryAt))),
  statusCode: int(({ result }) => result.result.response?.statusCode ?? null),
  errorCode: text(({ result }) => result.errorCode),
  verdict: text(({ result }) => result.verdict),
  variables: text(({ result }) => sealVariables(result)),
});

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
    from ${results.unnest} as t(${results.names})
    where e."id" = t."id" and e."endedAt" is null`,
};

/** Ends executions, or plans their next attempt. */
export async function writeResults({
  client,
  due,
}: {
  client: Client;
  due: AttemptVerdict[];
}): Promise<void> {
  await query({ client, statement: resultsStatement, values: results.values(due) });
}
