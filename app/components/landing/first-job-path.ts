/** Where a sign-in ends after a schedule was tried: in the form of the first job, with that schedule. */
export function firstJobPath(cron: string): string {
  return `/dashboard/jobs/create?${new URLSearchParams({ cron }).toString()}`;
}
