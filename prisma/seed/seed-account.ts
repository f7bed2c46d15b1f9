import { claimsOf, seededAccounts } from '#dev/identity/accounts.ts';
import { retentionDays } from '#domain/plan.ts';
import { dayMs } from '#domain/time/units.ts';
import { createApiKey } from '#server/api-keys/create-api-key.server.ts';
import { now as clock } from '#server/clock.server.ts';
import { db } from '#server/database/db.server.ts';
import { createSeededJob } from './create-seeded-job.ts';
import { seededJobs } from './jobs/all.ts';

export type SeededName = keyof typeof seededAccounts;

const transactionMs = 120_000;

/** Creates an account with its key, its jobs and their history: everything, or nothing if the process is killed. */
export async function seedAccount({
  name,
  issuer,
  echoUrl,
}: {
  name: SeededName;
  issuer: string;
  echoUrl: string;
}) {
  const { email } = seededAccounts[name];
  const claims = claimsOf(email);
  if (!claims) throw new Error(`${email} is no account.`);
  const tier = name === 'admin' ? 'ultimate' : name;
  const now = clock().getTime();
  const jobs = seededJobs[name];
  const oldest = Math.max(...jobs.map(({ createdDaysAgo }) => createdDaysAgo));
  await db().$transaction(
    async (tx) => {
      // The history of a job is computed between two statements, which takes seconds on a busy machine.
      await tx.$executeRaw`set local idle_in_transaction_session_timeout = 0`;
      const user = await tx.user.create({
        data: {
          issuer,
          subject: claims.sub,
          email,
          emailVerified: true,
          username: claims.preferred_username,
          firstName: claims.given_name,
          lastName: claims.family_name,
          profileImageUrl: claims.picture,
          role: name === 'admin' ? 'admin' : 'user',
          tier,
          createdAt: new Date(now - (oldest + 1) * dayMs),
        },
      });
      await createApiKey({ tx, userId: user.id, name: 'Default', scope: 'write' });
      const owner = { id: user.id, tier, retentionDays: retentionDays(tier) } as const;
      for (const job of jobs) await createSeededJob({ tx, owner, job, echoUrl, now });
    },
    { timeout: transactionMs },
  );
}
