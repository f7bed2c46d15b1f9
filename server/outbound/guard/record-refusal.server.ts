import { parseUrl } from '#domain/text/parse-url.ts';
import { db } from '#server/database/db.server.ts';
import { log } from '#server/log.server.ts';
import { recordEvent, type EventRequest } from '#server/security-log/record-event.server.ts';

const codeOfReason = {
  own_host: 'self_call',
  address_class: 'target_blocked',
  peer_class: 'target_blocked',
} as const;

/**
 * Writes a refused target to the security log, with the reason hidden from its owner. A faulty URL is a mistake and
 * leaves no entry. Never throws. It joins no transaction, because the one that would have saved the target is rolled
 * back.
 *
 * @param reason of `judgeTarget`, or `detail` of a call
 */
export async function recordRefusal({
  reason,
  url,
  actorId,
  subjectId = null,
  request,
}: {
  reason: unknown;
  url: string;
  actorId: number;
  subjectId?: number | null;
  request?: EventRequest | undefined;
}): Promise<void> {
  const code = Object.entries(codeOfReason).find(([name]) => name === reason)?.[1];
  if (!code) return;
  const host = parseUrl(url)?.host ?? '';
  try {
    await recordEvent({
      tx: db(),
      code,
      actorId,
      subjectId,
      details: { reason: String(reason), host },
      ...(request && { request }),
    });
  } catch (error) {
    log().error({ err: error, code }, 'a refused target is not in the security log');
  }
}
