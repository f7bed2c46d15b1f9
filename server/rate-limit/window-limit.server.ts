interface Window {
  startedAt: number;
  count: number;
}

const mostKeys = 10_000;

/**
 * Counts by key in fixed windows, in this process's memory: for what costs too little to be counted in the database.
 * @param count points in a window; @param windowMs its length in milliseconds
 */
export function windowLimit({ count, windowMs }: { count: number; windowMs: number }) {
  const windows = new Map<string, Window>();
  return (key: string, now = Date.now()): { isOver: boolean; taken: number; retryAfterSeconds: number } => {
    if (windows.size > mostKeys) windows.clear();
    const known = windows.get(key);
    const window = known && now - known.startedAt < windowMs ? known : { startedAt: now, count: 0 };
    window.count += 1;
    windows.set(key, window);
    return {
      isOver: window.count > count,
      taken: window.count,
      retryAfterSeconds: Math.ceil((window.startedAt + windowMs - now) / 1000),
    };
  };
}
