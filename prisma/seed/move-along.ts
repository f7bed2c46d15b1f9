import { db } from '#server/database/db.server.ts';
import { decryptJob } from '#server/jobs/versions/decrypt-job.server.ts';
import { saveVersion } from '#server/jobs/versions/save-version.server.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { seededJobs } from './jobs/all.ts';

/** Updates the accounts after the provider moved to another port: its people are the same. */
export async function moveIssuer({ issuer }: { issuer: string }): Promise<void> {
  await db().user.updateMany({
    where: { issuer: { startsWith: 'http://127.0.0.1:', not: issuer } },
    data: { issuer },
  });
}

/** Updates seeded jobs after the echo target moved to another port. */
export async function moveTargets({ echoUrl }: { echoUrl: string }): Promise<void> {
  const { host } = new URL(echoUrl);
  const paths = new Set(Object.values(seededJobs).flatMap((jobs) => jobs.map(({ path }) => path)));
  const astray = await db().job.findMany({
    where: { deletedAt: null, targetHost: { startsWith: '127.0.0.1:', not: host } },
  });
  for (const row of astray) {
    const { pathname } = new URL(decryptJob(row).webhookUrl);
    if (!paths.has(pathname)) continue;
    const webhookUrl = seal({ text: `${echoUrl}${pathname}`, userId: row.ownerId, field: 'job.webhookUrl' });
    await db().$transaction(async (tx) => {
      const job = await tx.job.update({
        where: { id: row.id },
        data: { webhookUrl, targetHost: host, desiredVersion: { increment: 1 }, applyAfter: new Date() },
      });
      await saveVersion({ tx, job, changedById: null, summary: 'webhookURL' });
    });
  }
}
