/** Reason to leave an expansion as written, and its replacement. */
export function expansionReason(what: string): string {
  return /^(?:\$\(|`)\s*(?:\/\S{1,20}\/)?date\b/.test(what)
    ? 'The shell fills this in; here it stays as written. Put {{scheduled_for}} for the time of the run, or {{now}} for that of the call.'
    : 'The shell fills this in; here it stays as written. Put the value, or {{secret.NAME}}.';
}
