import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface CaughtMail {
  from: string;
  to: string[];
  /** As received: headers, an empty line, the body. */
  raw: string;
  headers: Map<string, string>;
}

const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

/**
 * A real SMTP server that keeps accepted mails. The first part of the address determines its behavior: later@ is
 * refused with 450, never@ with 550, full@ with 552 after the text, hang@ gets no response, drop@ ends the connection,
 * lost@ ends it after the text.
 */
export async function startMailServer() {
  const caught: CaughtMail[] = [];
  const held: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo({ address }, session, done) {
      const [kind] = address.split('@');
      if (kind === 'later') done(refusal(450, 'Mailbox busy, try again later'));
      else if (kind === 'never') done(refusal(550, 'No such user here'));
      else if (kind === 'hang') held.push(done);
      else if (kind === 'drop') dropOf(server, session.id);
      else done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        if (to[0]?.startsWith('full@')) {
          done(refusal(552, 'Mailbox full'));
          return;
        }
        if (to[0]?.startsWith('lost@')) {
          dropOf(server, session.id);
          return;
        }
        const { mailFrom } = session.envelope;
        const raw = Buffer.concat(chunks).toString('utf8');
        caught.push({ from: mailFrom === false ? '' : mailFrom.address, to, raw, headers: headersOf(raw) });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Mails for an address, oldest first. */
    of: (address: string) => caught.filter(({ to }) => to.includes(address)),
    /** Number of connections waiting for a response. */
    hanging: () => held.length,
    stop: () => {
      for (const done of held) done();
      return new Promise<void>((done) => server.close(() => done()));
    },
  };
}

/** Ends a connection without a response. */
function dropOf(server: SMTPServer, id: string): void {
  const { connections } = server as unknown as {
    connections: Set<{ id: string; _socket: { destroy: () => void } }>;
  };
  for (const connection of connections) if (connection.id === id) connection._socket.destroy();
}

/** By name in lower case; folded lines are joined. */
function headersOf(raw: string): Map<string, string> {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return new Map(
    head.split('\r\n').map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}

/** The text of a mail, decoded. */
export function textOf({ raw, headers }: CaughtMail): string {
  const body = raw.slice(raw.indexOf('\r\n\r\n') + 4);
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
