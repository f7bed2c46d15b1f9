import { minuteMs } from '#domain/time/units.ts';
import { db } from '#server/database/db.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { recordEvent } from './record-event.server.ts';

type Dependency = 'database' | 'Temporal' | 'identity provider' | 'payment provider' | 'mail server';

const quietMs = 10 * minuteMs;
const againMs = 5_000;
const tries = 720;

const recordedAt = new Map<Dependency, number>();

/**
 * Records in the security log that a dependency is unreachable: once in 10 minutes and process for each. Runs in the
 * background and never throws. For the database itself, the entry is written once it is back, within an hour.
 */
export function recordDependencyDown(dependency: Dependency): void {
  const now = performance.now();
  if (now - (recordedAt.get(dependency) ?? -Infinity) < quietMs) return;
  recordedAt.set(dependency, now);
  void write({ dependency, since: new Date(), left: tries });
}

async function write(given: { dependency: Dependency; since: Date; left: number }): Promise<void> {
  const { dependency, since, left } = given;
  try {
    const details = { part: dependency, since: since.toISOString() };
    await recordEvent({ tx: db(), code: 'dependency_down', details });
  } catch (error) {
    if (left > 0) setTimeout(() => void write({ ...given, left: left - 1 }), againMs).unref();
    else {
      log().warn({ dependency, ...errorFields(error) }, 'a part that was away is not in the security log');
    }
  }
}
