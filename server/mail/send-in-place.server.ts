import { inMailSlot } from './mail-slot.server.ts';
import { reserveMailQuota } from './reserve-mail-quota.server.ts';
import { sendMail } from './send-mail.server.ts';
import type { Mail, MailResult } from './types.ts';

/** Result of a message that counts toward its address's quota. */
export type PlacedResult = Omit<MailResult, 'error'> & {
  /** email_limited: the address has had its mails of this hour */
  error: MailResult['error'] | 'email_limited';
  /** True if it may have arrived despite the error. */
  mayHaveArrived: boolean;
  explanation: string | null;
  /** For email_limited: time until the quota is free again. */
  fullForMs?: number;
};

/** After these errors the server may have accepted the message: its quota stays used. */
const isUncertain = new Set<MailResult['error']>(['timeout', 'protocol_error', 'worker_lost']);

/**
 * Sends a message once, with a connection and a unit of the hourly quota of its address. A message that cannot have
 * arrived uses no quota.
 * @param limitMs for the wait for a connection, and again for the exchange
 */
export async function sendInPlace({
  mail,
  limitMs,
  signal,
}: {
  mail: Mail;
  limitMs: number;
  signal?: AbortSignal;
}): Promise<PlacedResult> {
  const work = () => send({ mail, limitMs, signal });
  const sent = await inMailSlot({ waitMs: limitMs, signal, work });
  if (sent) return sent;
  if (signal?.aborted) return unsent({ error: 'worker_lost', detail: 'aborted' });
  const explanation = 'all connections to the mail server were in use';
  return unsent({ error: 'timeout', detail: 'no slot', explanation });
}

async function send({
  mail,
  limitMs,
  signal,
}: {
  mail: Mail;
  limitMs: number;
  signal: AbortSignal | undefined;
}): Promise<PlacedResult> {
  const place = await reserveMailQuota({ address: mail.to });
  if ('fullForMs' in place) {
    const { fullForMs } = place;
    return { ...unsent({ error: 'email_limited', detail: 'recipient' }), fullForMs };
  }
  const said = await sendMail({ mail, timeoutMs: limitMs, ...(signal && { signal }) });
  const mayHaveArrived = isUncertain.has(said.error);
  if (said.error !== null && !mayHaveArrived) await place.giveBack();
  return { ...said, mayHaveArrived, explanation: null };
}

function unsent({
  error,
  detail,
  explanation = null,
}: Pick<PlacedResult, 'error' | 'detail'> & { explanation?: string | null }): PlacedResult {
  return { statusCode: null, reply: '', error, detail, explanation, mayHaveArrived: false };
}
