/**
 * Splits the active jobs of an account where a smaller plan begins (D22): those that the owner chose come first, then
 * the oldest ones; the others are paused.
 * @param jobIds oldest first
 * @param chosenIds jobs that the owner wants to stay active; ids that are not in jobIds do not matter
 * @param limit number of jobs that the plan allows; Infinity where it has no limit
 * @returns both lists oldest first
 */
export function splitByPlaces({
  jobIds,
  chosenIds,
  limit,
}: {
  jobIds: readonly number[];
  chosenIds: readonly number[];
  limit: number;
}): { kept: number[]; paused: number[] } {
  const chosen = new Set(chosenIds);
  const inOrder = [...jobIds.filter((id) => chosen.has(id)), ...jobIds.filter((id) => !chosen.has(id))];
  const kept = new Set(inOrder.slice(0, limit));
  return { kept: jobIds.filter((id) => kept.has(id)), paused: jobIds.filter((id) => !kept.has(id)) };
}
