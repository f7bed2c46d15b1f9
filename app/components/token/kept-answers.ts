import type { ApiAnswer } from './api-answer.ts';

/** For how long the browser keeps the current user and its statistics (specification section 9). */
const keptMs = 5_000;

const kept = new Map<string, { answer: Promise<ApiAnswer<unknown>>; until: number }>();

/** The answer to a call of 5 seconds ago at most, else a new one; who asks meanwhile gets the same. No failure is kept. */
export function keptAnswer<Data>({
  path,
  ask,
}: {
  path: string;
  ask: () => Promise<ApiAnswer<Data>>;
}): Promise<ApiAnswer<Data>> {
  const before = kept.get(path);
  if (before && Date.now() < before.until) return before.answer as Promise<ApiAnswer<Data>>;
  const answer = ask();
  kept.set(path, { answer, until: Date.now() + keptMs });
  void answer.then(({ failure }) => {
    if (failure && kept.get(path)?.answer === answer) kept.delete(path);
  });
  return answer;
}

/** After a save: what was answered before it may be wrong. */
export function forgetAnswers(): void {
  kept.clear();
}
