import { parseCron } from './cron.ts';
import { nextFires, type Schedule } from './schedule.ts';
import { offsetMinutes } from './timezone.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A clock change concerns times of its own day and of the day after. */
const aroundMs = 26 * hourMs;

/**
 * As firesBetween, for pictures and counts of many fires: the schedule is asked once an hour, and the other fires of that
 * hour follow from the minutes that it names. Around a clock change it is asked for each fire.
 * @param after and until UTC milliseconds
 * @param limit the list ends after so many
 */
export function firesByHour({
  cron,
  timeZone,
  after,
  until,
  limit,
}: Schedule & { after: number; until: number; limit: number }): number[] {
  const parsed = parseCron(cron);
  const minutes = parsed.isValid ? parsed.fields.minute.values : [];
  const fires: number[] = [];
  let last = after;
  while (fires.length < limit) {
    const [next] = nextFires({ cron, timeZone, after: last, count: 1 });
    if (next === undefined || next > until) break;
    fires.push(next);
    last = next;
    const startsAt = hourOf({ timeZone, at: next });
    if (minutes.length < 2 || startsAt === null) continue;
    for (const minute of minutes) {
      const at = startsAt + minute * minuteMs;
      if (at <= next) continue;
      if (at > until || fires.length >= limit) return fires;
      fires.push(at);
    }
    last = startsAt + hourMs - minuteMs / 2;
  }
  return fires;
}

/** When the hour of the zone's clock began; null while a clock change is near. */
function hourOf({ timeZone, at }: { timeZone: string; at: number }): number | null {
  const offset = offsetMinutes({ timeZone, at });
  const isSteady = [at - aroundMs, at + 2 * hourMs].every(
    (near) => offsetMinutes({ timeZone, at: near }) === offset,
  );
  const local = at + offset * minuteMs;
  return isSteady ? at - (local % hourMs) : null;
}
