import { AppError } from '#domain/errors.ts';
import { createThreadPool } from '#server/threads/thread-pool.server.ts';
import { errorBeforeCompiling, programError, type Program } from './pattern-rules.server.ts';

// A pattern of the largest estimate compiles in a fifth of this.
const compileLimitMs = 2_000;
const compiling = createThreadPool({
  name: 'match-pattern',
  memoryMb: 256,
  data: { patternsHeld: 1 },
  waitingPerAccount: 10,
  waitingInAll: 200,
  refusal: 'Too many patterns are being checked right now. Save the job again in a few seconds.',
});

/**
 * Reports whether a pattern is RE2 syntax and not too large (D14). Its size is judged by its text first; then it is
 * compiled in a thread, not run.
 * @param field of the job that an error names
 * @throws AppError validation_error on the field; rate_limit: ten of the account wait already
 */
export async function checkPattern({
  pattern,
  ownerId,
  field = 'successRegex',
}: {
  pattern: string;
  ownerId: number;
  field?: 'successRegex' | 'answerWatch';
}): Promise<void> {
  const message = errorBeforeCompiling(pattern) ?? programError(await compile({ pattern, ownerId }));
  if (message !== null) throw new AppError('validation_error', { message, details: { [field]: message } });
}

async function compile({ pattern, ownerId }: { pattern: string; ownerId: number }): Promise<Program> {
  const compiled = await compiling.use({
    account: ownerId,
    work: (ask) => ask<Program>({ message: { pattern }, limitMs: compileLimitMs }),
  });
  if ('reply' in compiled) return compiled.reply;
  if (compiled.failure === 'broken') throw new Error('No thread could compile a pattern.');
  return { size: Infinity };
}
