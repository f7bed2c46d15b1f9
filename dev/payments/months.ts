/** The instant a number of months after another, in seconds: the 31st becomes the last day where a month is shorter. */
export function addMonths({ from, months }: { from: number; months: number }): number {
  const at = new Date(from * 1000);
  const first = new Date(at);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(at.getUTCDate(), days));
  return Math.floor(first.getTime() / 1000);
}

/** The first instant after another that is whole months after an anchor. */
export function nextPeriodEnd({ anchor, after }: { anchor: number; after: number }): number {
  for (let months = 1; ; months += 1) {
    const end = addMonths({ from: anchor, months });
    if (end > after) return end;
  }
}
