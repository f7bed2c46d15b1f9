import type { ZoneChange } from '#domain/zones/compare-zones.ts';

/** One line for each zone with the instant of its first difference; no difference is a line too. */
export function changeLines(changes: readonly ZoneChange[]): string[] {
  if (changes.length === 0) return ['  none from now on\n'];
  return changes.map(
    ({ zone, at, before, after }) =>
      `  ${zone.padEnd(32)} ${offset(after)} instead of ${offset(before)} from ${new Date(at).toISOString().slice(0, 16)}Z on\n`,
  );
}

function offset(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
