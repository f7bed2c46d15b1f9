import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { postgresAccount } from '#dev/postgres/binaries.ts';
import { identityOf } from '#dev/setup/process-identity.mjs';
import type { OwnStack } from '#dev/test/own-stack.ts';
import { readFactsOf } from '#tests/e2e/facts.ts';
import { assertLedger } from '#tests/faults/assert-ledger.ts';
import { check, printNote } from '#tests/faults/checks.ts';
import { minuteAhead, waitUntil } from '#tests/faults/clock.ts';
import { makeJobs } from '#tests/faults/jobs.ts';
import { livingOf, pidOf } from '#tests/faults/processes.ts';
import { readCalls } from '#tests/faults/sink.ts';
import { sizes } from '#tests/faults/sizes.ts';
import { sinkFile } from '#tests/faults/stack.ts';

const diskSize = '48m';
const parts = ['web', 'worker', 'postgres'];
const tables = ['Execution', 'Attempt', 'AttemptBody'];

/** F8: the ledger's tables are on a disk that is full for a while, around an instant. */
export async function testDisk({ stack }: { stack: OwnStack }): Promise<void> {
  const { databaseUrl, echoUrl } = readFactsOf(stack.facts);
  const disk = mountSmallDisk();
  if (!disk) {
    printNote('F8 is left out: a file system can be mounted by root only.');
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`create tablespace small location '${disk.folder}'`);
    for (const table of tables) await client.query(`alter table "${table}" set tablespace small`);
    // Each row takes a page of its own: free space in existing pages does not help.
    for (const table of tables) await client.query(`alter table "${table}" set (fillfactor = 10)`);
    const jobs = await makeJobs({
      count: 200,
      fields: (index) => ({ webhookURL: `${echoUrl}/bytes/60000`, retryCount: index % 2 }),
    });
    const from = minuteAhead(0);
    await waitUntil(from + 10_000);
    const processes = parts.map((part) => identityOf(pidOf({ home: stack.home, part })) ?? part);

    const minute = minuteAhead(6_000);
    await waitUntil(minute - 5_000);
    disk.fill();
    await waitUntil(minute - 5_000 + sizes.fullDiskMs);
    const refused = stack.log().split('could not extend file').length - 1;
    disk.empty();
    const emptiedAt = Date.now();
    await check(`F8: no process ends while the disk is full for ${sizes.fullDiskMs / 1000} s`, () => {
      printNote(`${refused} writes were refused`);
      const living = new Set(livingOf(processes));
      const ended = processes.filter((one) => !living.has(one)).map((one) => `process ${one} has ended`);
      return refused > 0 ? ended : [...ended, 'No write was refused: the disk was not full.'];
    });
    await waitUntil(emptiedAt + 30_000);
    await check('F8: every job fires within 30 s afterwards', () => {
      const there = new Set(
        readCalls(sinkFile)
          .filter(({ scheduledFor }) => scheduledFor >= minute)
          .map(({ jobId }) => jobId),
      );
      return jobs.filter(({ id }) => !there.has(id)).map(({ id }) => `job ${id} did not fire`);
    });
    const until = minuteAhead(-60_000);
    await waitUntil(until + 30_000);
    await assertLedger({ after: 'F8', databaseUrl, sinkFile, from, until });
    for (const table of tables) await client.query(`alter table "${table}" set tablespace pg_default`);
    await client.query('drop tablespace small');
  } finally {
    await client.end();
    disk.remove();
  }
}

interface SmallDisk {
  folder: string;
  fill: () => void;
  empty: () => void;
  remove: () => void;
}

function mountSmallDisk(): SmallDisk | undefined {
  const account = postgresAccount();
  if (!account || process.platform !== 'linux') return undefined;
  const place = mkdtempSync(join(tmpdir(), 'punctual-disk-'));
  chmodSync(place, 0o755);
  const folder = join(place, 'disk');
  const options = `size=${diskSize},uid=${account.uid},gid=${account.gid},mode=0700`;
  try {
    execFileSync('mkdir', [folder]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    rmSync(place, { recursive: true, force: true });
    return undefined;
  }
  const filler = join(place, 'disk', 'filler');
  return {
    folder,
    fill: () => {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(bavail * bsize));
    },
    empty: () => rmSync(filler, { force: true }),
    remove: () => {
      // The database may still use it if the run was interrupted.
      execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
      if (existsSync(place)) rmSync(place, { recursive: true, force: true });
    },
  };
}
