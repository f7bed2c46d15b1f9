import { afterEach, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { eventually } from '#tests/integration/engine/kit/engine.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';
import { createInFlightCalls } from '#worker/background/calls.ts';
import { createJobChangeFeed } from '#worker/background/job-change-feed.ts';
import type { JobChange } from '#worker/launch-pad/types.ts';
import type { Resident } from '#worker/residents/types.ts';

const opened: ReturnType<typeof createJobChangeFeed>[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((feed) => feed.close()));
});

/** Job changes as the residents of a worker receive them, which holds these jobs. */
async function aFeed({ heldJobs }: { heldJobs: number[] }) {
  const changes: JobChange[] = [];
  const feed = createJobChangeFeed({
    calls: createInFlightCalls(),
    notifications: { wake: () => {} },
    events: { wake: () => {} },
    residents: {
      onChange: (change) => void changes.push(change),
      jobs: new Map(heldJobs.map((jobId) => [jobId, {} as Resident])),
    },
  });
  opened.push(feed);
  await feed.ready;
  return { changes };
}

/** Cuts the listening connection, as a restarted database does. */
async function cutListener() {
  await db().$executeRaw`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen%'`;
}

test('an edit is received at once', async () => {
  const owner = await aUser();
  const job = await aSavedJob({ owner });
  const { changes } = await aFeed({ heldJobs: [] });
  await updateJob({ owner, jobId: job.id, changes: { name: 'Another name' } });
  await eventually(() => expect(changes).toContainEqual({ jobId: job.id, version: 2 }));
});

test('after a lost connection the changes meanwhile are read for all jobs the worker holds', async () => {
  const owner = await aUser();
  const [edited, deleted, other] = [
    await aSavedJob({ owner }),
    await aSavedJob({ owner }),
    await aSavedJob({ owner }),
  ];
  const { changes } = await aFeed({ heldJobs: [edited.id, deleted.id] });
  await cutListener();
  await db().job.update({ where: { id: edited.id }, data: { desiredVersion: 7 } });
  await db().job.update({
    where: { id: deleted.id },
    data: { deletedAt: new Date(), applyAfter: new Date(Date.now() + 60_000) },
  });
  await eventually(() => {
    expect(changes).toContainEqual({ jobId: edited.id, version: 7 });
    expect(changes).toContainEqual({ jobId: deleted.id, version: 'deleted' });
  });
  expect(changes.map(({ jobId }) => jobId)).not.toContain(other.id);
});
