/** Cap of the parsed delay, above any possible wait. */
const longestSeconds = 999_999_999;

/**
 * Delay from a Retry-After header, in milliseconds from now: seconds or an HTTP date (RFC 9110, 10.2.3).
 * @returns null if it is missing or unreadable
 */
export function retryAfterMs({
  headers,
  now,
}: {
  headers: Record<string, string>;
  now: number;
}): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), longestSeconds) * 1_000;
  // Dates only in the form of the standard: Date.parse takes almost anything, such as "5.5".
  const isDate = /^[A-Z][a-z]{2,8},? .+ (GMT|\d{4})$/.test(text);
  // The oldest of its three forms names no zone, and means this one.
  const at = isDate ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : NaN;
  return Number.isNaN(at) ? null : Math.max(at - now, 0);
}
