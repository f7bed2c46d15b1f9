import type { Entry, PadOrder } from './types.ts';

/** All fires in the pad, by job: a change of a job finds its fires without a walk through thousands. */
export function createBuffer() {
  const jobs = new Map<number, Entry[]>();
  const ofJob = (jobId: number) => jobs.get(jobId) ?? [];
  return {
    ofJob,
    all: () => [...jobs.values()].flat(),
    find: ({ jobId, scheduledFor }: PadOrder) =>
      ofJob(jobId).find(({ order }) => order.scheduledFor === scheduledFor),
    add: (entry: Entry) => jobs.set(entry.order.jobId, [...ofJob(entry.order.jobId), entry]),
    remove(entry: Entry) {
      const { jobId } = entry.order;
      const rest = ofJob(jobId).filter((other) => other !== entry);
      if (rest.length > 0) jobs.set(jobId, rest);
      else jobs.delete(jobId);
    },
  };
}
