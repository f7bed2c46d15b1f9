/** The zone may be quoted, as in a crontab. */
const prefix = /^\s*(?:CRON_TZ|TZ)=(["']?)([^\s"']+)\1\s+(\S.*)$/s;

/**
 * Splits `CRON_TZ=Europe/Berlin 0 9 * * *`, as Go's cron and Kubernetes write it, into zone and expression; `TZ=` too.
 * Neither part is judged. Null for a text without such a beginning.
 */
export function splitCronZone(text: string): { timeZone: string; cron: string } | null {
  const [, , timeZone, rest] = prefix.exec(text) ?? [];
  return timeZone === undefined || rest === undefined ? null : { timeZone, cron: rest.trim() };
}
