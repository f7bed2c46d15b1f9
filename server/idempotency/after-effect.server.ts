import { AppError } from '#domain/errors.ts';

const late = new WeakSet<Error>();

/**
 * What a call does after its change is committed, such as reading what it answers. A refusal there takes nothing back:
 * {@link repeatCall} keeps the key, so that a repetition does not make the change twice.
 * @throws what work throws
 */
export async function afterEffect<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) late.add(error);
    throw error;
  }
}

/** Whether a call ended by a refusal that nothing took effect before. */
export const isRefused = (error: unknown) => error instanceof AppError && !late.has(error);
