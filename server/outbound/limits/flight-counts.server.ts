/** Number of calls of each key are out; a key without one is not held. */
export interface FlightCounts {
  get: (key: string | number) => number;
  add: (args: { key: string | number; calls: 1 | -1 }) => void;
  size: () => number;
}

export function makeFlightCounts(): FlightCounts {
  const counts = new Map<string | number, number>();
  return {
    get: (key) => counts.get(key) ?? 0,
    add: ({ key, calls }) => {
      const count = (counts.get(key) ?? 0) + calls;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
    size: () => counts.size,
  };
}
