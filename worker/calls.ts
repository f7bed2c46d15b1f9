/** Why a call that is out is cut off. */
export type CutReason = 'deleted' | 'shutdown' | 'cancelled';

export type Calls = ReturnType<typeof openCalls>;

/** The calls that are out, by job: a delete or a shutdown cuts them off. */
export function openCalls() {
  const out = new Map<number | null, Set<AbortController>>();
  return {
    size: () => [...out.values()].reduce((sum, { size }) => sum + size, 0),
    /** Jobs with a call that is out. */
    jobs: () => [...out.keys()].filter((jobId) => jobId !== null),
    /**
     * @param jobId null for a call that belongs to no job
     * @param until ends the call as well: the activity's own cancellation
     */
    begin({ jobId, until }: { jobId: number | null; until: AbortSignal }) {
      const controller = new AbortController();
      const own = out.get(jobId) ?? new Set();
      out.set(jobId, own.add(controller));
      const onCancel = () => controller.abort('cancelled' satisfies CutReason);
      until.addEventListener('abort', onCancel, { once: true });
      if (until.aborted) onCancel();
      return {
        signal: controller.signal,
        end: () => {
          until.removeEventListener('abort', onCancel);
          own.delete(controller);
          if (own.size === 0 && out.get(jobId) === own) out.delete(jobId);
        },
      };
    },
    cut({ jobId, reason }: { jobId?: number; reason: CutReason }) {
      const cutOff = jobId === undefined ? [...out.values()] : [out.get(jobId) ?? new Set<AbortController>()];
      for (const controllers of cutOff) for (const controller of controllers) controller.abort(reason);
    },
  };
}
