const steps: Record<string, readonly [days: number, hours: number]> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};

/**
 * Target of a key in the heat map: the next hour with runs in its direction; Home and End lead to the first
 * and last.
 *
 * @param places positions of the hours with runs, in order
 * @param isTurned weekdays are columns, hours are rows
 * @returns null if there is nothing in that direction, or for another key
 */
export function nextPlace({
  from,
  key,
  places,
  isTurned,
}: {
  from: number;
  key: string;
  places: readonly number[];
  isTurned: boolean;
}): number | null {
  if (key === 'Home') return places[0] ?? null;
  if (key === 'End') return places.at(-1) ?? null;
  const step = steps[key];
  if (!step) return null;
  const [days, hours] = isTurned ? [step[1], step[0]] : step;
  let [day, hour] = [Math.floor(from / 24) + days, (from % 24) + hours];
  while (day >= 0 && day < 7 && hour >= 0 && hour < 24) {
    if (places.includes(day * 24 + hour)) return day * 24 + hour;
    day += days;
    hour += hours;
  }
  return null;
}
