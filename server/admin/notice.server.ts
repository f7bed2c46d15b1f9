import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#domain/errors.ts';
import { characterError } from '#domain/text/plain-text.ts';
import type { Admin } from '#server/admin/types.ts';
import { db } from '#server/database/db.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

const longestNotice = 300;

const keptMs = 5_000;
/** No page waits longer for it: while the database is away pages go without. */
const waitMs = 300;

let kept: { until: number; value: Promise<string | null> } | undefined;

/** The banner an admin has set; null for none. Read at most once in 5 s, and never throws. */
export async function readNotice(): Promise<string | null> {
  const now = performance.now();
  if (!kept || kept.until <= now) kept = { until: now + keptMs, value: ask().catch(() => null) };
  return Promise.race([kept.value, sleep(waitMs, null, { ref: false })]);
}

/**
 * The banner as saved, for editing: an edit must not start from a stale text, or from none because the database was
 * down.
 */
export async function savedNotice(): Promise<string | null> {
  return ask();
}

async function ask(): Promise<string | null> {
  const row = await db().installation.findUnique({ where: { id: 1 }, select: { notice: true } });
  return row?.notice ?? null;
}

/**
 * Sets or removes the notice on every page: other processes follow within 5 s.
 * @param text at most 300 characters; empty for nothing
 * @throws AppError validation_error on notice
 */
export async function setNotice({ admin, text }: { admin: Admin; text: string }): Promise<void> {
  const notice = text.trim().replaceAll(/\s+/g, ' ');
  if (notice.length > longestNotice || characterError({ text: notice, kind: 'line' }) !== null) {
    const message = `The banner has at most ${longestNotice} characters.`;
    throw new AppError('validation_error', { message, details: { notice: message } });
  }
  await db().$transaction(async (tx) => {
    await tx.installation.update({ where: { id: 1 }, data: { notice: notice || null } });
    await recordEvent({
      tx,
      code: 'admin_action',
      actorId: admin.id,
      request: admin.request,
      details: notice ? { act: 'banner', text: notice } : { act: 'banner removed' },
    });
  });
  kept = undefined;
}
