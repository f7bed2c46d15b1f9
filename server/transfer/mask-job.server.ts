import type { JobInput } from '#domain/job/job.ts';
import { maskAuth } from '#domain/job/request-auth.ts';
import { isSecretHeader, mask } from '#domain/job/secret-headers.ts';

/** A named secret, with a scheme before it: the value is filled in at the call. */
const namedOnly = /^(?:(?:bearer|basic|token)\s+)?\{\{secret\.\w+\}\}$/i;

/** A job without its credentials and the values of headers that look like secrets; a named secret stays, being a name. */
export function maskJob(job: JobInput): JobInput {
  const auth = maskAuth(job.auth);
  if (job.headers === null) return { ...job, auth };
  const headers = Object.entries(job.headers).map(([name, value]) => {
    return [name, isSecretHeader(name) && !namedOnly.test(value) ? mask : value];
  });
  return { ...job, auth, headers: Object.fromEntries(headers) as Record<string, string> };
}
