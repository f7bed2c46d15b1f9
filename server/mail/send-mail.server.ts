import type { Readable } from 'node:stream';
import { recordDependencyDown } from '#server/security-log/record-dependency-down.server.ts';
import { mailTransport } from './transport.server.ts';
import type { Mail, MailResult } from './types.ts';

const longestReply = 2_000;

/**
 * Sends one message to the mail server, once. Results of the server, the network or the timeout are returned, never
 * thrown. After a timeout or a lost connection (`protocol_error`), the server may have accepted the message; after
 * other errors it has not. Called inside `inMailSlot`: the timeout starts with the slot.
 *
 * @param timeoutMs for the whole exchange, from the connection to the last reply
 * @param signal a delete or a shutdown aborts it
 */
export async function sendMail({
  mail,
  timeoutMs,
  signal,
}: {
  mail: Mail;
  timeoutMs: number;
  signal?: AbortSignal;
}): Promise<MailResult> {
  const transport = mailTransport();
  if (!transport) return failed('connect_failed', 'SMTP_URL is not set');
  const limit = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([limit, signal]) : limit;
  const { to, messageId, headers, ...content } = mail;
  const streams: Readable[] = [];
  const message = {
    ...content,
    // As an object: a text would be read as a list of addresses.
    to: { address: to, name: '' },
    messageId: `<${messageId}>`,
    headers: { 'auto-submitted': 'auto-generated', ...headers },
    signal: either,
    onStream: (stream: Readable) => streams.push(stream),
  };
  try {
    const { response } = await transport.sendMail(message);
    return {
      statusCode: codeOf(response),
      reply: response.slice(0, longestReply),
      error: null,
      detail: null,
    };
  } catch (error) {
    if (signal?.aborted) return failed('worker_lost', 'aborted');
    if (limit.aborted) return failed('timeout', 'time limit');
    // It is read once the server is ready for it.
    return resultOf({ error, isOnItsWay: streams.some(({ readableDidRead }) => readableDidRead) });
  }
}

/** A refusal has the server's code and text; everything else is an error of the connection. */
function resultOf({ error, isOnItsWay }: { error: unknown; isOnItsWay: boolean }): MailResult {
  const { code, responseCode, response, command } = error as {
    code?: string;
    responseCode?: number;
    response?: string;
    command?: string;
  };
  const detail = [code, command].filter(Boolean).join(' ');
  // A refusal of our client is our error, not the recipient's: the message itself was not judged.
  const isEvaluated = responseCode !== undefined && code !== 'EAUTH' && command !== 'CONN';
  if (isEvaluated) {
    const reply = (response ?? '').slice(0, longestReply);
    return { statusCode: responseCode, reply, error: 'email_refused', detail };
  }
  // An invalid message never reaches the server, so a retry would not help.
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return failed('email_refused', detail);
  if (!isOnItsWay) recordDependencyDown('mail server');
  if (!isOnItsWay) return failed('connect_failed', detail || 'unknown');
  return failed(code === 'ETIMEDOUT' ? 'timeout' : 'protocol_error', detail);
}

function failed(error: NonNullable<MailResult['error']>, detail: string): MailResult {
  return { statusCode: null, reply: '', error, detail };
}

/** "250 2.0.0 Ok: queued" begins with the code. */
function codeOf(response: string): number | null {
  const code = Number(/^\d{3}/.exec(response)?.[0]);
  return Number.isInteger(code) ? code : null;
}
