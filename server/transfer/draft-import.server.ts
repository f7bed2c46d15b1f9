import { now } from '#server/clock.server.ts';
import { createThreadPool, type AskThread } from '#server/threads/thread-pool.server.ts';
import type { ThreadFailure } from '#server/threads/start-thread.server.ts';
import { savedJobs } from './saved-jobs.server.ts';
import type {
  ImportChoices,
  ImportDrafts,
  ImportOrder,
  ImportRead,
  JobDocument,
  LeftOutLine,
  TransferFormat,
} from './types.ts';

const readLimitMs = 5_000;
const planLimitMs = 10_000;
const threads = createThreadPool({
  name: 'plan-import',
  // Four times what the largest text takes: a limit met in the middle of a large step ends the process.
  memoryMb: 1_024,
  waitingPerAccount: 4,
  waitingInAll: 20,
  refusal: 'Too many imports are being read right now. Try again in a few seconds.',
});

type LineError = Extract<JobDocument, { error: unknown }>;

/**
 * Reads an import's text and plans its jobs in a thread, with the saved jobs it may mean.
 * @throws AppError rate_limit: too many wait for a thread
 */
export function draftImport({
  ownerId,
  ...given
}: {
  ownerId: number;
  text: string;
  format: TransferFormat | null;
  timeZone: string;
  choices: ImportChoices;
}): Promise<(ImportDrafts & { leftOut: LeftOutLine[] }) | LineError> {
  return threads.use({
    account: ownerId,
    work: async (ask) => {
      const order: ImportOrder = { step: 'read', ...given, now: now().getTime() };
      const read = await asked<ImportRead>({ ask, order, limitMs: readLimitMs });
      if ('error' in read) return read;
      const { leftOut, ...texts } = read;
      for await (const jobs of savedJobs({ ownerId, ...texts })) {
        const taken = await asked<null>({ ask, order: { step: 'saved', jobs }, limitMs: planLimitMs });
        if (taken !== null) return taken;
      }
      const plan = await asked<ImportDrafts>({ ask, order: { step: 'plan' }, limitMs: planLimitMs });
      return 'error' in plan ? plan : { ...plan, leftOut };
    },
  });
}

const failures: Record<Exclude<ThreadFailure, 'broken'>, string> = {
  time: 'This text takes too long to read. Split it; JSON is read faster than YAML.',
  memory: 'This text takes too much memory. Split it; JSON takes less than YAML.',
};

async function asked<Reply>({
  ask,
  order,
  limitMs,
}: {
  ask: AskThread;
  order: ImportOrder;
  limitMs: number;
}): Promise<Reply | LineError> {
  const result = await ask<Reply>({ message: order, limitMs });
  if ('reply' in result) return result.reply;
  if (result.failure === 'broken') throw new Error('The thread of an import failed.');
  return { error: { line: null, message: failures[result.failure] } };
}
