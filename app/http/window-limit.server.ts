interface Window {
  startedAt: number;
  count: number;
}

const mostKeys = 10_000;

/** Counts by key in fixed windows, in this process's memory: for what costs little and concerns nobody's account. */
export function windowLimit({ count, windowMs }: { count: number; windowMs: number }) {
  const windows = new Map<string, Window>();
  return (key: string, now = Date.now()): { isOver: boolean; retryAfterSeconds: number } => {
    if (windows.size > mostKeys) windows.clear();
    const known = windows.get(key);
    const window = known && now - known.startedAt < windowMs ? known : { startedAt: now, count: 0 };
    window.count += 1;
    windows.set(key, window);
    return {
      isOver: window.count > count,
      retryAfterSeconds: Math.ceil((window.startedAt + windowMs - now) / 1000),
    };
  };
}
