import { hourMs } from '#domain/time/units.ts';
import { db } from '#server/database/db.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

let recordedAt = -Infinity;

/**
 * Records in the security log that this process's clock differs from the database's: once an hour over all processes.
 * Never throws, because it runs beside the claim or renewal that noticed.
 * @param aheadMs the process's clock less the database's
 */
export async function recordClockSkew({ aheadMs }: { aheadMs: number }): Promise<void> {
  const steady = performance.now();
  if (steady - recordedAt < hourMs) return;
  recordedAt = steady;
  try {
    const [recent] = await db().$queryRaw<unknown[]>`
      select 1 from "SecurityEvent"
      where "type" = 'WARNING' and "at" > clock_timestamp() - interval '1 hour' and "code" = 'clock_skew' limit 1`;
    if (recent) return;
    await recordEvent({ tx: db(), code: 'clock_skew', details: { aheadMs: Math.round(aheadMs) } });
  } catch (error) {
    recordedAt = -Infinity;
    log().warn(errorFields(error), 'a clock that is off was not noted');
  }
}
