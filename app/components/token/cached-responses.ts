import type { ApiResult } from './api-result.ts';
import { savesSoFar } from './saves.ts';

/** Time the browser keeps the current user and its statistics (specification section 9). */
const keptMs = 5_000;

const kept = new Map<string, { response: Promise<ApiResult<unknown>>; until: number; saves: number }>();

/**
 * Response to the same request of at most 5 seconds ago, else a new one; concurrent callers share it.
 * Failures are not cached, nor is anything from before a save.
 */
export function cachedResponse<Data>({
  path,
  ask,
}: {
  path: string;
  ask: () => Promise<ApiResult<Data>>;
}): Promise<ApiResult<Data>> {
  const before = kept.get(path);
  const isKept = before && Date.now() < before.until && before.saves === savesSoFar();
  if (isKept) return before.response as Promise<ApiResult<Data>>;
  const response = ask();
  kept.set(path, { response, until: Date.now() + keptMs, saves: savesSoFar() });
  void response.then(({ failure }) => {
    if (failure && kept.get(path)?.response === response) kept.delete(path);
  });
  return response;
}
