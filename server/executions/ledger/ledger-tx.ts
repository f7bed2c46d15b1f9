import type { Client } from '#server/database/transaction.server.ts';

/** A transaction of the ledger. */
export interface LedgerTx {
  client: Client;
  /** UTC milliseconds */
  now: number;
}

/** One in which a worker claims. */
export interface WorkerTx extends LedgerTx {
  workerId: string;
}
