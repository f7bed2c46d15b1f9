const secretName = /auth|key|token|secret|cookie/i;

/** Placeholder for masked values. */
export const mask = '********';

/** Reports whether a header's value is masked until it is revealed (security.md section 7). */
export function isSecretHeader(name: string): boolean {
  return secretName.test(name);
}
