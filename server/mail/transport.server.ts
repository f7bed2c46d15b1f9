import type { Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import { env } from '#server/env.server.ts';
import { mostAtOnce } from './mail-slot.server.ts';

const connectLimitMs = 5_000;
const silenceLimitMs = 30_000;

/** Error for sending without a mail server. */
export const noMailServer = 'This installation cannot send email: no mail server is configured (SMTP_URL).';

let transport: ReturnType<typeof createTransport> | undefined;

/** Reports whether this installation has a mail server to send by. */
export function isMailConfigured(): boolean {
  return env().SMTP_URL !== '';
}

/** Connections to the mail server, kept for the next message; null without one. */
export function mailTransport() {
  if (!isMailConfigured()) return null;
  transport ??= createTransport();
  return transport;
}

/** Ends all connections, also one that is sending. */
export function closeMail(): void {
  transport?.transporter.close?.({ force: true });
  transport = undefined;
}

/** Options of a message beside its content: receives the stream to the server. */
export interface Watched {
  onStream?: (stream: Readable) => void;
}

function createTransport() {
  const opened = nodemailer.createTransport(
    {
      url: env().SMTP_URL,
      pool: true,
      maxConnections: mostAtOnce,
      maxMessages: 100,
      // No resending here: the job's retries decide that.
      maxRequeues: 0,
      dnsTimeout: connectLimitMs,
      connectionTimeout: connectLimitMs,
      greetingTimeout: connectLimitMs,
      socketTimeout: silenceLimitMs,
      // User text is text and nothing else: it names no file and no address to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: env().MAIL_FROM },
  );
  // Its errors describe the connection alone: only the message's stream shows how much of it was sent.
  opened.use('stream', ({ message, data }, done) => {
    const create = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      const stream = create(options);
      (data as Watched).onStream?.(stream);
      return stream;
    };
    done();
  });
  return opened;
}
