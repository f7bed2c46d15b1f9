import { afterAll, beforeAll, expect, test } from 'vitest';
import { firesBetween, nextFires } from '#domain/schedule/schedule.ts';
import { useZoneData } from '#domain/zones/zones-in-use.ts';
import { db } from '#server/database/db.server.ts';
import { agreeOnZones } from '#server/zones/agree-on-zones.server.ts';
import { replanZones } from '#server/zones/replan-zones.server.ts';
import {
  aLiveJob,
  aWorker,
  eventually,
  executionsOf,
  hasTemporal,
} from '#tests/integration/engine/kit/engine.ts';
import { movedZones } from '../zones/moved-zones.ts';

const minuteMs = 60_000;
const [earlier, later] = ['America/Vancouver', 'America/Edmonton'];
const release = (version: string, hours: [number, number]) =>
  movedZones({ version, hours: { [earlier]: hours[0], [later]: hours[1] } });

let worker: Awaited<ReturnType<typeof aWorker>> | undefined;

beforeAll(async () => {
  if (!hasTemporal) return;
  useZoneData(release('2090a', [-8, -6]));
  await agreeOnZones();
  worker = await aWorker({ schedule: { nextFires, firesBetween } });
});

afterAll(() => worker?.stop());

/** A daily expression for the local time at an instant, with the given offset from UTC in hours. */
function dailyAt({ at, hours }: { at: number; hours: number }): string {
  const local = new Date(at + hours * 60 * minuteMs);
  return `${local.getUTCMinutes()} ${local.getUTCHours()} * * *`;
}

test.runIf(hasTemporal)(
  'after a change of zone data a job fires at the new instant, earlier or later, with no row missing',
  { timeout: 180_000 },
  async () => {
    // Far enough ahead for both to be planned by the old rules first.
    const soon = (Math.floor(Date.now() / minuteMs) + (Date.now() % minuteMs > 30_000 ? 2 : 1)) * minuteMs;
    // By the new rules the clocks are an hour ahead, or an hour behind.
    const forward = await aLiveJob({ cronExpression: dailyAt({ at: soon, hours: -7 }), timeZone: earlier });
    const back = await aLiveJob({ cronExpression: dailyAt({ at: soon, hours: -6 }), timeZone: later });
    const nextRun = async (jobId: number) =>
      (await db().jobState.findUniqueOrThrow({ where: { jobId } })).nextRunAt?.getTime();
    expect(await nextRun(forward.jobId)).toBe(soon + 60 * minuteMs);
    expect(await nextRun(back.jobId)).toBe(soon);
    const isPlanned = async (version: number) => {
      const jobs = await db().job.findMany({ where: { id: { in: [forward.jobId, back.jobId] } } });
      expect(jobs.map(({ appliedVersion }) => appliedVersion)).toEqual([version, version]);
    };
    await eventually(() => isPlanned(1));

    useZoneData(release('2090b', [-7, -7]));
    await agreeOnZones();
    expect(await replanZones()).toBe(2);
    await eventually(() => isPlanned(2));
    expect(await nextRun(forward.jobId)).toBe(soon);
    expect(await nextRun(back.jobId)).toBe(soon + 60 * minuteMs);

    await eventually(() => expect(forward.arrivals()).toHaveLength(1), soon - Date.now() + 30_000);
    await eventually(async () => {
      const rows = await executionsOf(forward.jobId);
      expect(rows.map(({ scheduledFor, outcome }) => [scheduledFor?.getTime(), outcome])).toEqual([
        [soon, 'success'],
      ]);
      expect(await nextRun(forward.jobId)).toBe(soon + 24 * 60 * minuteMs);
    });
    expect(back.arrivals()).toEqual([]);
    expect(await executionsOf(back.jobId)).toEqual([]);
  },
);
