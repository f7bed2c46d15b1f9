/** A change of zone data, as the summary of a job's version holds it: versions such as 2026c and 2026f. */
export interface ZoneChangeSummary {
  /** Null where the data before is not known. */
  before: string | null;
  after: string;
}

/** The summary of a version the engine writes because the rules of the job's zone changed. */
export function zoneChangeSummary({ before, after }: ZoneChangeSummary): string {
  return `zone data ${before ?? '?'} ${after}`;
}

/** Reads such a summary; null for any other. */
export function readZoneChange(summary: string): ZoneChangeSummary | null {
  const [, before, after] = /^zone data (\S+) (\S+)$/.exec(summary) ?? [];
  return before === undefined || after === undefined
    ? null
    : { before: before === '?' ? null : before, after };
}
