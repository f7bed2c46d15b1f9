import { useFound } from './use-found.ts';

/** A job as the command menu offers it. */
export interface FoundJob {
  id: number;
  name: string;
  targetHost: string;
}

/** The jobs whose name holds what was typed; of those found before, the ones that still do, until others come. */
export function useFoundJobs(typed: string): FoundJob[] {
  const asked = typed.trim();
  const path = `/dashboard/jobs/find?search=${encodeURIComponent(asked)}`;
  const found = useFound<FoundJob>({ path, isTyped: typed !== '' });
  return found.filter((job) => job.name.toLowerCase().includes(asked.toLowerCase()));
}
