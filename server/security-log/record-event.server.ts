import { type SecurityEventCode, securityEvents } from '#domain/security-event.ts';
import { minuteMs } from '#domain/time/units.ts';
import { db, type Tx } from '#server/database/db.server.ts';
import { addressGroup } from '#server/rate-limit/address-group.server.ts';
import { isOverLimit } from './event-limit.server.ts';
import { loggedPath } from './logged-path.server.ts';

/** The caller as the web process knows it; absent for the engine. */
export interface EventRequest {
  id: string;
  ip: string | null;
  userAgent: string | null;
}

const messageLimit = 500;
const userAgentLimit = 300;

/**
 * Adds an entry to the security log, in the caller's transaction: a rollback removes it. From the 61st of a code and IP
 * within a minute on, one entry is counted up instead (security.md section 9); addresses of one group count together,
 * and that entry has the group as its address.
 *
 * @param details codes, ids and host names for the code's text; never secrets or bodies
 */
export async function recordEvent({
  tx,
  code,
  actorId = null,
  subjectId = null,
  path = '',
  request,
  details = {},
}: {
  tx: Tx;
  code: SecurityEventCode;
  actorId?: number | null;
  subjectId?: number | null;
  path?: string;
  request?: EventRequest;
  details?: Record<string, string | number | boolean>;
}): Promise<void> {
  const { type, text } = securityEvents[code];
  const ip = request?.ip ?? null;
  const group = ip === null ? null : addressGroup(ip);
  const isFolded = group !== null && isOverLimit({ code, group, now: Date.now() });
  if (isFolded) {
    const same = { type, code, group, actorId };
    // The permission to change an entry lasts for one transaction: without the caller's, it needs its own.
    const isCounted =
      tx === db()
        ? await db().$transaction((own) => countUp({ tx: own, ...same }))
        : await countUp({ tx, ...same });
    if (isCounted) return;
  }
  const entry = { type, code, actorId };
  await tx.securityEvent.create({
    data: isFolded
      ? { ...entry, ip: group, message: `${text} (many within a minute)` }
      : {
          ...entry,
          ip,
          subjectId,
          message: messageOf({ text, details }),
          path: loggedPath(path).slice(0, messageLimit),
          requestId: request?.id ?? null,
          userAgent: request?.userAgent?.slice(0, userAgentLimit) ?? null,
        },
  });
}

/**
 * Reports whether a counting entry existed. It is the one without a request, kept per actor so none hides among others.
 */
async function countUp({
  tx,
  type,
  code,
  group,
  actorId,
}: {
  tx: Tx;
  type: string;
  code: string;
  group: string;
  actorId: number | null;
}) {
  // The trigger lets entries change only under this setting; it is taken back for the rest of the transaction.
  await tx.$executeRaw`select set_config('punctual.prune', 'on', true)`;
  // A locked entry belongs to another transaction: waiting for it could hold up, or deadlock with, the caller.
  const counted = await tx.$executeRaw`
    update "SecurityEvent" set count = count + 1 where id = (
      select id from "SecurityEvent"
      where type = ${type}::"SecurityEventType" and at > ${new Date(Date.now() - minuteMs)} and code = ${code}
        and ip = ${group} and "actorId" is not distinct from ${actorId}::int and "requestId" is null
      order by id desc limit 1 for update skip locked)`;
  await tx.$executeRaw`select set_config('punctual.prune', '', true)`;
  return counted > 0;
}

function messageOf({
  text,
  details,
}: {
  text: string;
  details: Record<string, string | number | boolean>;
}): string {
  const parts = Object.entries(details).map(([name, value]) => `${name} ${value}`);
  const message = parts.length > 0 ? `${text} (${parts.join(', ')})` : text;
  return message.replace(/[\u0000-\u001f\u007f]/g, ' ').slice(0, messageLimit);
}
