const secretName = /auth|key|token|secret|cookie/i;

/** What stands for a value that is not shown. */
export const mask = '********';

/** Whether a header's value is masked until it is revealed (security.md section 7). */
export function isSecretHeader(name: string): boolean {
  return secretName.test(name);
}
