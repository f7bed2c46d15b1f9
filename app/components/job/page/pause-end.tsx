import { useNow, useZoneOf } from '#app/components/ui/display-zone.tsx';
import { Hour, Time } from '#app/components/ui/time.tsx';
import { wallTime } from '#app/format/time-format.ts';

interface PauseEndProps {
  /** UTC milliseconds. */
  at: number;
  jobZone: string;
}

/** "until 21:47", with the date unless the pause ends today. */
export function PauseEnd(end: PauseEndProps) {
  return (
    <>
      until <HourOfDay {...end} />
    </>
  );
}

/** Time of an instant, with its date unless it is today. */
export function HourOfDay({ at, jobZone }: PauseEndProps) {
  const now = useNow();
  const timeZone = useZoneOf(jobZone);
  const isToday = wallTime({ at, timeZone }).date === wallTime({ at: now, timeZone }).date;
  return isToday ? <Hour at={at} jobZone={jobZone} /> : <Time at={at} jobZone={jobZone} />;
}
