import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import type { DisplayZone } from '#app/format/display-zone.ts';
import { learnZones } from '#app/format/zone-spans.ts';

const ZoneContext = createContext<DisplayZone>({ mode: 'utc', mine: 'UTC', now: 0 });
const NowContext = createContext(0);

/** Gives times their zone and relative times their now, which goes on from the server's clock once mounted. */
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

/** The present instant, moving once a second while the page is seen. */
export function useNow(): number {
  return useContext(NowContext);
}

/** The zone in which a time of a job is shown. Without a job, "Job" means mine. */
export function useZoneOf(jobZone?: string): string {
  const { mode, mine } = useDisplayZone();
  if (mode === 'utc') return 'UTC';
  return mode === 'job' && jobZone ? jobZone : mine;
}

// A browser's clock can be wrong by hours; the time passed since the page came is not.
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
