import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

const disabledStatement: Statement = {
  name: 'channels-disabled',
  text: `
    select "id", "name" from "Channel" where "userId" = $1 and "deletedAt" is null and "disabledAt" is not null
    order by "disabledAt", "id" limit 3`,
};

/** The channels of an account that are disabled, the first three. */
export async function findDisabledChannels({
  ownerId,
}: {
  ownerId: number;
}): Promise<{ id: number; name: string }[]> {
  return query<{ id: number; name: string }>({
    client: getPool(),
    statement: disabledStatement,
    values: [ownerId],
  });
}
