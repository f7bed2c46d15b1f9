import { inTransaction, query, type Statement } from '#server/executions/transaction.server.ts';
import { openPool } from '#server/db.server.ts';
import { addressHash, addressHashes } from './address-hash.server.ts';

/** So many mails an address gets within an hour, over all accounts (security.md section 2). */
const mailsPerHour = 10;

const lockStatement: Statement = {
  name: 'mail-lock-address',
  text: `select pg_advisory_xact_lock(hashtextextended($1, 0))`,
};

const takeStatement: Statement = {
  name: 'mail-take-place',
  text: `
    insert into "MailSent" ("addressHash", "sentAt")
    select $1, clock_timestamp()
    where (
      select count(*) from "MailSent"
      where "addressHash" = any($2::text[]) and "sentAt" > clock_timestamp() - interval '1 hour'
    ) < $3::int
    returning "id"`,
};

const giveBackStatement: Statement = {
  name: 'mail-give-back-place',
  text: `delete from "MailSent" where "id" = $1`,
};

/** A mail that may be sent; given back when it was not. */
export interface Place {
  giveBack: () => Promise<void>;
}

/**
 * Counts a mail to an address before it is sent, so that many at once cannot all find room.
 * @returns null when the address has got its mails of this hour
 */
export async function takePlace({ address }: { address: string }): Promise<Place | null> {
  const hash = addressHash(address);
  const id = await inTransaction(async (client) => {
    await query({ client, statement: lockStatement, values: [hash] });
    const [taken] = await query<{ id: number }>({
      client,
      statement: takeStatement,
      values: [hash, addressHashes(address), mailsPerHour],
    });
    return taken?.id ?? null;
  });
  if (id === null) return null;
  return {
    giveBack: async () => {
      await query({ client: openPool(), statement: giveBackStatement, values: [id] });
    },
  };
}
