import { bool, columns, int, int8, jsonb, text } from '#server/database/columns.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { AttemptVerdict } from './attempt-verdict.ts';

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

export const bodiesStatement: Statement = {
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
