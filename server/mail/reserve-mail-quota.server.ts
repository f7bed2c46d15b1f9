import { getPool } from '#server/database/db.server.ts';
import { inTransaction, query, type Statement } from '#server/database/transaction.server.ts';
import { addressHash, addressHashes } from './address-hash.server.ts';
import { mailboxOf } from './mail-address.server.ts';

/** Mails of a mailbox within an hour, over all accounts (security.md section 2). */
export const mailsPerHour = 10;

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

/** When the hour holds one less than it may: the tenth from the end leaves it. */
const fullStatement: Statement = {
  name: 'mail-place-is-free',
  text: `
    select (extract(epoch from "sentAt" + interval '1 hour' - clock_timestamp()) * 1000)::int8 as "fullForMs"
    from "MailSent"
    where "addressHash" = any($1::text[]) and "sentAt" > clock_timestamp() - interval '1 hour'
    order by "sentAt" desc offset $2::int - 1 limit 1`,
};

const giveBackStatement: Statement = {
  name: 'mail-give-back-place',
  text: `delete from "MailSent" where "id" = $1`,
};

/** The reservation of a mail that may be sent; released if it was not. */
export interface Place {
  giveBack: () => Promise<void>;
}

/** The address has got its mails of this hour. */
export interface Full {
  /** Until there is room again. */
  fullForMs: number;
}

/** Counts a mail to an address before it is sent, so concurrent mails cannot exceed the quota. */
export async function reserveMailQuota({ address }: { address: string }): Promise<Place | Full> {
  const mailbox = mailboxOf(address);
  const hash = addressHash(mailbox);
  const hashes = addressHashes(mailbox);
  const taken = await inTransaction(async (client) => {
    await query({ client, statement: lockStatement, values: [hash] });
    const [row] = await query<{ id: number }>({
      client,
      statement: takeStatement,
      values: [hash, hashes, mailsPerHour],
    });
    if (row) return row;
    const [full] = await query<{ fullForMs: number }>({
      client,
      statement: fullStatement,
      values: [hashes, mailsPerHour],
    });
    // The blocking reservation has left the hour between the two reads.
    return { fullForMs: Math.max(full?.fullForMs ?? 0, 0) };
  });
  if ('fullForMs' in taken) return taken;
  return {
    giveBack: async () => {
      await query({ client: getPool(), statement: giveBackStatement, values: [taken.id] });
    },
  };
}
