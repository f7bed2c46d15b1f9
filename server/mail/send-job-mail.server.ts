import { db } from '#server/database/db.server.ts';
import type { ClaimedCall } from '#server/executions/ledger/types.ts';
import { noPhases } from '#server/outbound/not-sent.server.ts';
import type { CallError, CallResult } from '#server/outbound/types.ts';
import { findRecipient } from './find-recipient.server.ts';
import { jobMessage } from './job-message.server.ts';
import { mailTarget } from './mail-target.server.ts';
import { sendInPlace } from './send-in-place.server.ts';
import type { MailResult } from './types.ts';

/** Text a mail carries at most (security.md section 2). */
const largestTextBytes = 65_536;

/**
 * Sends the message of an email job (D16), once: the payload as text, to one confirmed address. The mail server's code
 * is the status and its text the body. Errors are returned, never thrown.
 *
 * @param call with its variables filled in: `url` is the mail target, `payload` the text
 * @throws Error when the database is down
 */
export async function sendJobMail({
  call,
  signal,
}: {
  call: ClaimedCall;
  signal: AbortSignal;
}): Promise<CallResult> {
  const startedAt = Date.now();
  const began = performance.now();
  const said = await deliver({ call, signal });
  const tookMs = Math.round(performance.now() - began);
  return {
    response: said.statusCode === null ? null : toResponse({ ...said, statusCode: said.statusCode }),
    error: said.error,
    detail: said.detail,
    explanation: said.explanation,
    startedAt,
    endedAt: startedAt + tookMs,
    phases: { ...noPhases(), waitMs: tookMs },
    isReused: false,
    remoteAddress: null,
    tlsProtocol: null,
    ...(said.fullForMs !== undefined && { retryAfterMs: said.fullForMs }),
  };
}

type Said = Omit<MailResult, 'error'> & Pick<CallResult, 'error' | 'explanation'> & { fullForMs?: number };

async function deliver({ call, signal }: { call: ClaimedCall; signal: AbortSignal }): Promise<Said> {
  const target = mailTarget(call.url);
  if (!target) return refused({ error: 'target_not_allowed', detail: 'form' });
  const text = call.payload ?? '';
  if (Buffer.byteLength(text) > largestTextBytes) {
    const explanation = 'the text of a mail can have 64 KiB';
    return refused({ error: 'target_not_allowed', detail: 'text size', explanation });
  }
  const [{ row, state }, job] = await Promise.all([
    findRecipient({ ownerId: call.ownerId, address: target.address }),
    db().job.findUnique({ where: { id: call.jobId }, select: { name: true } }),
  ]);
  if (state !== 'confirmed') {
    const explanation = state === 'stopped' ? 'its owner has stopped our mails' : null;
    return refused({ error: 'email_unconfirmed', detail: state, explanation });
  }
  const mail = jobMessage({
    to: target.address,
    subject: target.subject ?? job?.name ?? 'A scheduled message',
    text,
    recipientId: row.id,
    webhookId: call.webhookId,
  });
  return sendInPlace({ mail, limitMs: call.timeoutSeconds * 1_000, signal });
}

function refused({
  error,
  detail,
  explanation = null,
}: {
  error: CallError;
  detail: string;
  explanation?: string | null;
}): Said {
  return { statusCode: null, reply: '', error, detail, explanation };
}

function toResponse({ statusCode, reply }: { statusCode: number; reply: string }): CallResult['response'] {
  // PostgreSQL stores no NUL in text.
  const body = reply.replaceAll('\0', '\ufffd');
  const bytes = Buffer.byteLength(body);
  return { statusCode, headers: {}, body, bytes, isTruncated: false, isBinary: false, sha256: null };
}
