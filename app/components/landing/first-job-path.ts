/** URL after a sign-in that followed a tried schedule: the form of the first job, with that schedule. */
export function firstJobPath(cron: string): string {
  return `/dashboard/jobs/create?${new URLSearchParams({ cron }).toString()}`;
}
