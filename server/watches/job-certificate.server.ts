import { parseUrl } from '#domain/text/parse-url.ts';
import { db } from '#server/database/db.server.ts';

/** The certificate of a job's target, as last seen. */
export interface JobCertificate {
  host: string;
  subject: string;
  issuer: string;
  /** UTC milliseconds */
  endsAt: number;
}

/**
 * The certificate that the target of a job presented last; null for a target without TLS, and before the first call.
 * @param url the job's
 */
export async function jobCertificate({ url }: { url: string }): Promise<JobCertificate | null> {
  const target = parseUrl(url);
  if (target?.protocol !== 'https:') return null;
  const row = await db().targetCertificate.findUnique({ where: { target: target.host } });
  return row && { host: row.target, subject: row.subject, issuer: row.issuer, endsAt: row.endsAt.getTime() };
}
