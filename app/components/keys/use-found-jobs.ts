import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';

/** A job as the command menu offers it. */
export interface FoundJob {
  id: number;
  name: string;
  targetHost: string;
}

const typingMs = 150;

/** The jobs whose name holds what was typed; of those found before, the ones that still do, until others come. */
export function useFoundJobs(typed: string): FoundJob[] {
  const { load, data } = useFetcher<{ jobs: FoundJob[] }>();
  useEffect(() => {
    const find = () => load(`/dashboard/jobs/find?search=${encodeURIComponent(typed.trim())}`);
    const timer = setTimeout(find, typed ? typingMs : 0);
    return () => clearTimeout(timer);
  }, [typed, load]);
  const name = typed.trim().toLowerCase();
  return (data?.jobs ?? []).filter((job) => job.name.toLowerCase().includes(name));
}
