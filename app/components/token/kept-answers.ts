import type { ApiAnswer } from './api-answer.ts';
import { savesSoFar } from './saves.ts';

/** For how long the browser keeps the current user and its statistics (specification section 9). */
const keptMs = 5_000;

const kept = new Map<string, { answer: Promise<ApiAnswer<unknown>>; until: number; saves: number }>();

/**
 * The answer to a call of 5 seconds ago at most, else a new one; who asks meanwhile gets the same. No failure is kept,
 * and nothing from before a save.
 */
export function keptAnswer<Data>({
  path,
  ask,
}: {
  path: string;
  ask: () => Promise<ApiAnswer<Data>>;
}): Promise<ApiAnswer<Data>> {
  const before = kept.get(path);
  const isKept = before && Date.now() < before.until && before.saves === savesSoFar();
  if (isKept) return before.answer as Promise<ApiAnswer<Data>>;
  const answer = ask();
  kept.set(path, { answer, until: Date.now() + keptMs, saves: savesSoFar() });
  void answer.then(({ failure }) => {
    if (failure && kept.get(path)?.answer === answer) kept.delete(path);
  });
  return answer;
}
