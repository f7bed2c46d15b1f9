import { getPool } from '#server/database/db.server.ts';

/** Response to the last attempt that got one, in the requested detail. */
export interface LastResponse {
  body: string;
  contentType: string | null;
  /** The response is longer than this. */
  isCut: boolean;
  isBinary: boolean;
  sha256: string | null;
}

/**
 * The last response of many executions in one query; executions without one are omitted.
 * @param chars of the text, at most
 */
export async function lastResponses({
  ids,
  chars,
}: {
  ids: number[];
  chars: number;
}): Promise<Map<number, LastResponse>> {
  const { rows } = await getPool().query<LastResponse & { id: number }>({
    name: 'ledger-last-answers',
    text: `
      select x."id", left(b."body", $2::int) as "body", b."headers"->>'content-type' as "contentType",
        b."isTruncated" or length(b."body") > $2::int as "isCut", b."isBinary", b."sha256"
      from unnest($1::int8[]) as x("id")
      join lateral (
        select * from "AttemptBody" b where b."executionId" = x."id" order by b."number" desc limit 1
      ) b on true`,
    values: [ids, chars],
  });
  return new Map(rows.map(({ id, ...response }) => [id, response]));
}
