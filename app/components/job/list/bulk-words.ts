import { countText } from '#app/format/time-format.ts';

const jobs = (count: number) => (count === 1 ? 'Job' : 'Jobs');

export const deleteTitle = (count: number) => `Delete ${countText(count)} ${jobs(count)}`;
export const tagTitle = (count: number) => `Tag ${countText(count)} ${jobs(count)}`;

export function deleteWarning(count: number): string {
  const selected = `${countText(count)} selected ${count === 1 ? 'job' : 'jobs'}`;
  return `Are you sure? This will permanently delete ${selected} and cannot be undone.`;
}
