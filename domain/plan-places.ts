/**
 * Splits an account's active jobs at a downgrade (D22): the owner's choice comes first, then the oldest; the others are
 * paused.
 * @param jobIds oldest first
 * @param chosenIds jobs the owner wants to keep active; ids outside jobIds are ignored
 * @param limit number of jobs the plan allows; Infinity for unlimited
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
