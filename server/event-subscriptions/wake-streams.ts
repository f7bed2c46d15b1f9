import type { Statement } from '#server/database/transaction.server.ts';

/**
 * Makes all that waits for a later attempt of a subscription due. Streams that get an event just now are left alone:
 * waiting for the ledger, it could deadlock with it.
 */
export const wakeStreamsStatement: Statement = {
  name: 'events-wake-streams',
  text: `
    update "EventStream" set "nextAt" = clock_timestamp()
    where ctid = any(array(
      select ctid from "EventStream"
      where "subscriptionId" = $1::int and not "isHeld" and "nextAt" > clock_timestamp()
      for update skip locked))`,
};
