import type { Outcome, OutcomeReason } from '#domain/outcome.ts';
import { bool, columns, float4, int, int8, jsonb, text } from '#server/database/columns.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import { sealVariables } from '#server/executions/ledger/seal-variables.server.ts';
import type { AttemptResult } from '#server/executions/ledger/types.ts';

/** Effect of an attempt on its execution. */
export interface AttemptVerdict {
  result: AttemptResult;
  outcome: Outcome | null;
  reason: OutcomeReason | null;
  retryAt: number | null;
  /** Start of the execution, known from its first attempt on. */
  startedAt: number;
  latenessMs: number;
}

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

interface Body {
  call: AttemptVerdict['result']['call'];
  response: NonNullable<AttemptVerdict['result']['result']['response']>;
}

const bodies = columns<Body>({
  executionId: int8(({ call }) => call.executionId),
  number: int(({ call }) => call.attempt),
  headers: jsonb(({ response }) => JSON.stringify(response.headers)),
  body: text(({ response }) => response.body),
  bytes: int(({ response }) => response.bytes),
  isTruncated: bool(({ response }) => response.isTruncated),
  isBinary: bool(({ response }) => response.isBinary),
  sha256: text(({ response }) => response.sha256),
});

const bodiesStatement: Statement = {
  name: 'ledger-write-bodies',
  text: `
    insert into "AttemptBody" (${bodies.names})
    select * from ${bodies.unnest}
    on conflict do nothing`,
};

/** Stores the responses, apart from the narrow rows. */
export async function writeBodies({ client, due }: { client: Client; due: AttemptVerdict[] }): Promise<void> {
  const rows: Body[] = due.flatMap(({ result: { call, result } }) =>
    result.response ? [{ call, response: result.response }] : [],
  );
  if (rows.length === 0) return;
  await query({ client, statement: bodiesStatement, values: bodies.values(rows) });
}

/** State of an attempt and its execution before its result is written. */
export interface RecordedRow {
  executionId: number;
  number: number;
  outcome: Outcome | null;
  retryAt: Date | null;
  startedAt: Date | null;
  isAttemptEnded: boolean;
}

interface Named {
  executionId: number;
  attempt: number;
}

const named = columns<Named>({
  executionId: int8(({ executionId }) => executionId),
  number: int(({ attempt }) => attempt),
});

export const recordedRowsStatement: Statement = {
  name: 'ledger-recorded-rows',
  text: `
    select e."id" as "executionId", a."number", e."outcome", e."retryAt", e."startedAt",
      a."endedAt" is not null as "isAttemptEnded"
    from ${named.unnest} as t(${named.names})
    join "Execution" e on e."id" = t."executionId"
    join "Attempt" a on a."executionId" = t."executionId" and a."number" = t."number"`,
};

/** By `executionId/attempt`; without those of removed jobs. */
export async function readRecordedRows({
  client,
  calls,
}: {
  client: Client;
  calls: Named[];
}): Promise<Map<string, RecordedRow>> {
  const rows = await query<RecordedRow>({
    client,
    statement: recordedRowsStatement,
    values: named.values(calls),
  });
  return new Map(rows.map((row) => [`${row.executionId}/${row.number}`, row]));
}
