/**
 * What an answer asks for in Retry-After, in milliseconds from now: seconds or an HTTP date (RFC 9110, 10.2.3).
 * @returns null when it asks for nothing that can be read
 */
export function retryAfterMs({
  headers,
  now,
}: {
  headers: Record<string, string>;
  now: number;
}): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // Dates only in the form of the standard: Date.parse takes almost anything, such as "5.5".
  const at = /^[A-Z][a-z]{2,8},? .+ (GMT|\d{4})$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : Math.max(at - now, 0);
}
