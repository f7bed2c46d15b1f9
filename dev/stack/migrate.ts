import { setTimeout as sleep } from 'node:timers/promises';
import { applyMigrations } from '#prisma/apply-migrations.ts';

const againMs = 500;
const tries = 30;

/** Applies the migrations; a database that is away for a moment, as one that is being restarted, is waited for. */
export async function migrate({ databaseUrl }: { databaseUrl: string }): Promise<void> {
  for (let left = tries; ; left -= 1) {
    try {
      await applyMigrations({ databaseUrl });
      return;
    } catch (error) {
      if (left === 0 || !/Can't reach database server/.test(String(error))) throw error;
      await sleep(againMs);
    }
  }
}
