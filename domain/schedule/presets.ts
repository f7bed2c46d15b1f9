import type { ScheduleMode } from '#domain/job/choices.ts';
import { describeCron } from './cron-description.ts';

export interface Preset {
  /** timeInterval, 1 to 26 */
  value: number;
  cron: string;
  label: string;
}

const minutes = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30].map((n) => (n === 1 ? '* * * * *' : `*/${n} * * * *`));
const hours = [1, 2, 3, 4, 6, 8, 12].map((n) => (n === 1 ? '0 * * * *' : `0 */${n} * * *`));
const days = [2, 3, 5, 10, 15].map((n) => `0 0 */${n} * *`);

/** The interval presets of the specification's section 9, in their order; each is named by its sentence (D26). */
export const presets: readonly Preset[] = [
  ...minutes,
  ...hours,
  '0 0 * * *',
  ...days,
  '0 0 1 * *',
  '0 0 * * 1',
].map((cron, index) => ({ value: index + 1, cron, label: describeCron(cron) }));

/** The form's mode for a saved schedule: a preset opens as Simple, another of five fields as Advanced. */
export function scheduleModeOf(cron: string | null): ScheduleMode {
  if (cron === null) return 'none';
  if (presets.some((preset) => preset.cron === cron)) return 'every';
  return cron.trim().split(/\s+/).length === 5 ? 'manual' : 'cron';
}
