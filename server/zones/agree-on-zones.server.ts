import { changedZones } from '#domain/zones/compare-zones.ts';
import { readStoredZones, toStoredZones } from '#domain/zones/stored-zones.ts';
import { compareVersions, createZones } from '#domain/zones/zone-data.ts';
import { useZoneData, zonesInUse } from '#domain/zones/zones-in-use.ts';
import { getPool } from '#server/database/db.server.ts';
import { type Client, inTransaction } from '#server/database/transaction.server.ts';
import { log } from '#server/log.server.ts';

/** Any number no other lock of the product has. */
const lockKey = 7_212_026;

/**
 * Makes this process use the newest zone data of the installation. Newer data than the database's is written there,
 * with the zones to reschedule: `replanZones` does that. Two processes at once, and one of an older release beside
 * them, arrive at the same data.
 */
export async function agreeOnZones(): Promise<void> {
  const { rows } = await getPool().query<{ version: string }>('select "version" from "ZoneData"');
  const own = zonesInUse().data.version;
  if (rows[0]?.version === own) return;
  const isNewer = rows[0] === undefined || compareVersions(own, rows[0].version) > 0;
  if (isNewer) await inTransaction(publish);
  else await adopt();
}

async function publish(client: Client): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
  const { data } = zonesInUse();
  const { rows } = await client.query<{ version: string; content: string; pending: string[] }>(
    'select "version", "content", "pending" from "ZoneData" for update',
  );
  const [stored] = rows;
  // Another process was quicker.
  if (stored && compareVersions(data.version, stored.version) <= 0) return;
  const { rows: used } = await client.query<{ timeZone: string }>(
    `select distinct "timeZone" from "Job" where "deletedAt" is null order by 1`,
  );
  const names = used.map(({ timeZone }) => timeZone);
  const changed = stored
    ? changedZones({
        ...{ before: createZones(readStoredZones(stored.content)), after: zonesInUse() },
        ...{ names, from: Date.now() },
      }).map(({ zone }) => zone)
    : names;
  const pending = [...new Set([...changed, ...(stored?.pending ?? [])])];
  await client.query(
    `insert into "ZoneData" ("id", "version", "content", "replaced", "pending") values (1, $1, $2, $3, $4)
     on conflict ("id") do update set "version" = excluded."version", "content" = excluded."content",
       "adoptedAt" = clock_timestamp(), "replaced" = excluded."replaced", "pending" = excluded."pending", "walkedTo" = 0, "walk" = 1`,
    [data.version, toStoredZones(data), stored?.version ?? null, pending],
  );
  if (!stored) return;
  log().info(
    { from: stored.version, to: data.version, zones: changed.length },
    'zone data: newer rules are in force',
  );
}

async function adopt(): Promise<void> {
  const { rows } = await getPool().query<{ content: string }>('select "content" from "ZoneData"');
  const [stored] = rows;
  if (!stored) return;
  useZoneData(readStoredZones(stored.content));
  log().info({ version: zonesInUse().data.version }, 'zone data: another process has newer rules');
}
