/** Limits of a job's tags (D40, D41a). */
export const mostTags = 10;
export const longestTag = 40;

/** Tags as an array or as text with commas between; each once, in their order. */
export function readTags(given: string | string[] | null | undefined): string[] {
  const parts = typeof given === 'string' ? given.split(',') : (given ?? []);
  return [...new Set(parts.map((part) => part.trim()).filter(Boolean))];
}
