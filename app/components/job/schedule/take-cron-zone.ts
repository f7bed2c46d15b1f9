import { splitCronZone } from '#domain/schedule/cron-zone.ts';

/**
 * Removes `CRON_TZ=Europe/Berlin` from an expression and chooses that zone in the form, if its list has it.
 * On submit, the server accepts any zone.
 * @returns the expression for the field
 */
export function takeCronZone(input: HTMLInputElement): string {
  const zoned = splitCronZone(input.value);
  const zones = input.form?.elements.namedItem('timezone');
  if (!zoned || !(zones instanceof HTMLSelectElement)) return input.value;
  if (![...zones.options].some(({ value }) => value === zoned.timeZone)) return input.value;
  zones.value = zoned.timeZone;
  zones.dispatchEvent(new Event('change', { bubbles: true }));
  return zoned.cron;
}
