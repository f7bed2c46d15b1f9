import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { env } from '#server/env.server.ts';
import { PrismaClient, type Prisma } from '#server/generated/client.ts';

// Counts and ids are bigint in the database and far below 2^53: plain numbers everywhere else.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const connectLimitMs = 2_000;
const statementLimitMs = 5_000;
const transactionLimitMs = 10_000;

/** Limits of a connection; the server ends a long statement itself, unless it has become unreachable. */
const limitsOf = (statementMs: number) => ({
  connectionTimeoutMillis: connectLimitMs,
  statement_timeout: statementMs,
  query_timeout: statementMs + 2_000,
  // A process that hangs in the middle of a transaction must not keep its locks: whole batches wait for them.
  idle_in_transaction_session_timeout: 2 * statementMs,
});

let pool: pg.Pool | undefined;
let client: PrismaClient | undefined;

/**
 * Connections for the statements of the hot paths; the web process keeps the default of 10. Statements that a transaction
 * begins together are sent together and run in their order: a burst of claims waits for fewer round trips.
 */
export function getPool({
  size = 10,
  statementMs = statementLimitMs,
}: { size?: number; statementMs?: number } = {}) {
  if (!pool) {
    pool = new pg.Pool({
      connectionString: env().DATABASE_URL,
      max: size,
      pipeline: true,
      ...limitsOf(statementMs),
    });
    // An idle connection that breaks is replaced at the next use; without a listener it ends the process.
    pool.on('error', () => {});
  }
  return pool;
}

/** Prisma, for everything but the hot paths. */
export function db(): PrismaClient {
  client ??= new PrismaClient({
    adapter: new PrismaPg({
      connectionString: env().DATABASE_URL,
      max: 10,
      ...limitsOf(statementLimitMs),
    }),
    // Saves of one owner wait for each other: a burst of them is slow before it fails.
    transactionOptions: { maxWait: transactionLimitMs, timeout: transactionLimitMs },
  });
  return client;
}

/** Prisma inside a transaction, or Prisma itself. */
export type Tx = Prisma.TransactionClient;

export async function closeDatabase(): Promise<void> {
  await Promise.all([client?.$disconnect(), pool?.end()]);
  client = undefined;
  pool = undefined;
}
