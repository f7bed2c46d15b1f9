import { isSecretHeader, mask } from '#domain/job/secret-headers.ts';

/** Headers for the screen; secrets are masked unless they are revealed. */
export function maskHeaders({
  headers,
  isRevealed,
}: {
  headers: Record<string, string>;
  isRevealed: boolean;
}): Record<string, string> {
  if (isRevealed) return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecretHeader(name) ? mask : value]),
  );
}
