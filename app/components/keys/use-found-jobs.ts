import { useFound } from './use-found.ts';

/** A job in the command menu. */
export interface FoundJob {
  id: number;
  name: string;
  targetHost: string;
}

/** Jobs with a matching name; until the response arrives, matching ones of the previous result. */
export function useFoundJobs(typed: string): FoundJob[] {
  const asked = typed.trim();
  const path = `/dashboard/jobs/find?search=${encodeURIComponent(asked)}`;
  const found = useFound<FoundJob>({ path, isTyped: typed !== '' });
  return found.filter((job) => job.name.toLowerCase().includes(asked.toLowerCase()));
}
