import type { TLSSocket } from 'node:tls';
import { minuteMs } from '#domain/time/units.ts';
import { columns, text, timestamptz } from '#server/database/columns.ts';
import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { textStart } from '#server/notifications/cut-text.server.ts';

/** The certificate that a target presented. */
export interface SeenCertificate {
  /** Host, and port unless it is 443. */
  target: string;
  /** SHA-256 in hex */
  fingerprint: string;
  subject: string;
  issuer: string;
  endsAt: Date;
}

const rowsOf = columns<SeenCertificate>({
  target: text(({ target }) => target),
  fingerprint: text(({ fingerprint }) => fingerprint),
  subject: text(({ subject }) => subject),
  issuer: text(({ issuer }) => issuer),
  endsAt: timestamptz(({ endsAt }) => endsAt),
});

const writeStatement: Statement = {
  name: 'watches-certificates',
  text: `
    insert into "TargetCertificate" as c ("target", "fingerprint", "subject", "issuer", "endsAt", "seenAt")
    select t."target", t."fingerprint", t."subject", t."issuer", t."endsAt", now()
    from ${rowsOf.unnest} as t(${rowsOf.names}) order by t."target"
    on conflict ("target") do update set
      "fingerprint" = excluded."fingerprint", "subject" = excluded."subject", "issuer" = excluded."issuer",
      "endsAt" = excluded."endsAt", "seenAt" = excluded."seenAt"
    where c."fingerprint" <> excluded."fingerprint"`,
};

/** Writes certificates that are new or have changed. */
export async function writeCertificates(seen: SeenCertificate[]): Promise<void> {
  await query({ client: getPool(), statement: writeStatement, values: rowsOf.values(seen) });
}

export interface CertificateLog {
  /** Notes the certificate of a new connection; reads it after the request has left. */
  seen: (given: { target: string; socket: TLSSocket }) => void;
  /** Resolves once everything seen is written. */
  flush: () => Promise<void>;
}

const mostTargets = 20_000;
const writeAfterMs = 2_000;

/**
 * Keeps the certificates of targets in the database, beside the calls: a target is read once a minute at most, and
 * written only if its certificate changed. One that could not be written is read again at its next handshake.
 * @param readEveryMs for tests
 */
export function createCertificateLog({
  write = writeCertificates,
  readEveryMs = minuteMs,
}: { write?: typeof writeCertificates; readEveryMs?: number } = {}): CertificateLog {
  const known = new Map<string, { fingerprint: string | null; readAt: number }>();
  const unwritten = new Map<string, SeenCertificate>();
  const reading = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const flush = async () => {
    await Promise.all(reading);
    clearTimeout(timer);
    timer = undefined;
    const batch = [...unwritten.values()];
    unwritten.clear();
    if (batch.length === 0) return;
    try {
      await write(batch);
    } catch (error) {
      for (const { target } of batch) known.delete(target);
      log().warn(
        { count: batch.length, ...errorFields(error) },
        'Certificates of targets could not be kept.',
      );
    }
  };
  const keep = ({ target, socket }: { target: string; socket: TLSSocket }) => {
    const certificate = readCertificate({ target, socket });
    const last = known.get(target);
    if (!certificate || last?.fingerprint === certificate.fingerprint) return;
    known.set(target, { fingerprint: certificate.fingerprint, readAt: performance.now() });
    unwritten.set(target, certificate);
    timer ??= setTimeout(() => void flush(), writeAfterMs).unref();
  };
  return {
    seen: ({ target, socket }) => {
      // A resumed session repeats the certificate of an earlier handshake.
      if (socket.isSessionReused()) return;
      const last = known.get(target);
      const now = performance.now();
      if (last && now - last.readAt < readEveryMs) return;
      if (!last && known.size >= mostTargets) known.delete(known.keys().next().value ?? '');
      known.set(target, { fingerprint: last?.fingerprint ?? null, readAt: now });
      const read = new Promise<void>((resolve) => {
        setImmediate(() => {
          keep({ target, socket });
          reading.delete(read);
          resolve();
        });
      });
      reading.add(read);
    },
    flush,
  };
}

/** Undefined if the connection is gone, or the certificate has no readable end. */
function readCertificate({
  target,
  socket,
}: {
  target: string;
  socket: TLSSocket;
}): SeenCertificate | undefined {
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return undefined;
  const endsAt = new Date(certificate.validTo);
  if (Number.isNaN(endsAt.getTime())) return undefined;
  return {
    target,
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    subject: nameIn({ names: certificate.subject, wanted: ['CN', 'O'] }) || target,
    issuer: nameIn({ names: certificate.issuer, wanted: ['O', 'CN'] }) || 'an unnamed authority',
    endsAt,
  };
}

const longestName = 200;

/** The first of the wanted parts of a name: a line each, such as "CN=api.example.com". */
function nameIn({ names, wanted }: { names: string | undefined; wanted: readonly string[] }): string {
  const lines = (names ?? '').split('\n');
  const found = wanted
    .map((part) => lines.find((line) => line.startsWith(`${part}=`))?.slice(part.length + 1))
    .find((name) => name);
  return textStart({ text: (found ?? '').replace(/\p{Cc}/gu, ' ').trim(), most: longestName });
}
