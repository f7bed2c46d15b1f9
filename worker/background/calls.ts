/** Reason for aborting a call in flight. */
export type CutReason = 'deleted' | 'shutdown' | 'cancelled';

export type InFlightCalls = ReturnType<typeof createInFlightCalls>;

/** A request still waiting by then waits for its target, not for this process. */
const sendingMs = 100;

/** Calls in flight, by job: a delete or a shutdown aborts them. */
export function createInFlightCalls() {
  const out = new Map<number | null, Set<AbortController>>();
  const unsent = new Set<{ begunAt: number }>();
  let size = 0;
  let unanswered = 0;
  return {
    size: () => size,
    /** Calls whose response is not there yet; the others are being evaluated. */
    unanswered: () => unanswered,
    /** Jobs with a call in flight. */
    jobs: () => [...out.keys()].filter((jobId) => jobId !== null),
    /**
     * @param jobId null for a call without a job
     * @param until ends the call as well: the activity's own cancellation; without it, only `cut` does
     */
    begin({ jobId, until }: { jobId: number | null; until?: AbortSignal | undefined }) {
      const controller = new AbortController();
      const own = out.get(jobId) ?? new Set();
      out.set(jobId, own.add(controller));
      size += 1;
      unanswered += 1;
      const sending = { begunAt: performance.now() };
      unsent.add(sending);
      const onCancel = () => controller.abort('cancelled' satisfies CutReason);
      until?.addEventListener('abort', onCancel, { once: true });
      if (until?.aborted) onCancel();
      return {
        signal: controller.signal,
        /** Its request has left. */
        sent: () => void unsent.delete(sending),
        /** Called once: its response is there, or it has failed. */
        responded: () => void (unanswered -= 1),
        end: () => {
          unsent.delete(sending);
          until?.removeEventListener('abort', onCancel);
          if (own.delete(controller)) size -= 1;
          if (own.size === 0 && out.get(jobId) === own) out.delete(jobId);
        },
      };
    },
    /** Reports whether requests are leaving: other work makes room for them. */
    isSending(): boolean {
      for (const one of unsent) {
        if (performance.now() - one.begunAt < sendingMs) return true;
        unsent.delete(one);
      }
      return false;
    },
    cut({ jobId, reason }: { jobId?: number; reason: CutReason }) {
      const cutOff = jobId === undefined ? [...out.values()] : [out.get(jobId) ?? new Set<AbortController>()];
      for (const controllers of cutOff) for (const controller of controllers) controller.abort(reason);
    },
  };
}
