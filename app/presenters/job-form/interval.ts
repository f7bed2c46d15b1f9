/** One of the 26 presets. */
export interface Interval {
  value: number;
  label: string;
  cron: string;
}
