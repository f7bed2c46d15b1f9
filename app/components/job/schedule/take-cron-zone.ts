import { splitCronZone } from '#domain/schedule/cron-zone.ts';

/**
 * Takes `CRON_TZ=Europe/Berlin` off an expression and chooses the zone in the form, where its list has it. The server takes
 * any zone, when the form is sent.
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
