import { zoneVersion } from '#domain/schedule/timezone.ts';
import { getPool } from '#server/database/db.server.ts';

/** The zone data that schedules are computed by. */
export interface ZoneStatus {
  /** The release of the time zone database, such as 2026f. */
  version: string;
  /** Since when the installation has had it; null while no process has noted it. */
  since: Date | null;
}

/** Reads which zone data this process computes by, and since when the installation has had it. */
export async function readZoneStatus(): Promise<ZoneStatus> {
  const version = zoneVersion();
  const { rows } = await getPool().query<{ adoptedAt: Date }>(
    `select "adoptedAt" from "ZoneData" where "version" = $1`,
    [version],
  );
  return { version, since: rows[0]?.adoptedAt ?? null };
}
