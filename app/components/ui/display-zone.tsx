import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import type { DisplayZone } from '#app/format/display-zone.ts';
import { learnZones } from '#app/format/zone-spans.ts';

const ZoneContext = createContext<DisplayZone>({ mode: 'utc', mine: 'UTC', now: 0 });
const NowContext = createContext(0);

/** Provides the zone of times and the now of relative times; once mounted, now advances from the server's clock. */
export function DisplayZoneProvider({ value, children }: { value: DisplayZone; children: ReactNode }) {
  learnZones(value.spans);
  return (
    <ZoneContext.Provider value={value}>
      <NowContext.Provider value={useTicking(value.now)}>{children}</NowContext.Provider>
    </ZoneContext.Provider>
  );
}

export function useDisplayZone(): DisplayZone {
  return useContext(ZoneContext);
}

/** Current instant, updated once a second while the page is visible. */
export function useNow(): number {
  return useContext(NowContext);
}

/** Zone for a job's times. Without a job, "Job" means the user's zone. */
export function useZoneOf(jobZone?: string): string {
  const { mode, mine } = useDisplayZone();
  if (mode === 'utc') return 'UTC';
  return mode === 'job' && jobZone ? jobZone : mine;
}

// A browser's clock can be wrong by hours; the time elapsed since the page load is not.
function useTicking(start: number): number {
  const [now, setNow] = useState(start);
  useEffect(() => {
    const begin = performance.now();
    const tick = () => {
      if (!document.hidden) setNow(start + (performance.now() - begin));
    };
    setNow(start);
    const timer = setInterval(tick, 1000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [start]);
  return now;
}
