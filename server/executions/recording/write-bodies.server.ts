import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { DueFires } from './judged.ts';

export const bodiesStatement: Statement = {
  name: 'ledger-write-bodies',
  text: `
    insert into "AttemptBody" ("executionId", "number", "headers", "body", "bytes", "isTruncated", "isBinary", "sha256")
    select * from unnest($1::int8[], $2::int[], $3::jsonb[], $4::text[], $5::int[], $6::bool[], $7::bool[], $8::text[])
    on conflict do nothing`,
};

/** Stores the responses, apart from the narrow rows. */
export async function writeBodies({ client, due }: { client: Client; due: DueFires[] }): Promise<void> {
  const bodies = due.flatMap(({ result: { call, result } }) =>
    result.response ? [{ call, response: result.response }] : [],
  );
  if (bodies.length === 0) return;
  const values = [
    bodies.map(({ call }) => call.executionId),
    bodies.map(({ call }) => call.attempt),
    bodies.map(({ response }) => JSON.stringify(response.headers)),
    bodies.map(({ response }) => response.body),
    bodies.map(({ response }) => response.bytes),
    bodies.map(({ response }) => response.isTruncated),
    bodies.map(({ response }) => response.isBinary),
    bodies.map(({ response }) => response.sha256),
  ];
  await query({ client, statement: bodiesStatement, values });
}
