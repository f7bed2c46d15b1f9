import { Pair } from '#app/components/ui/card.tsx';
import { Time } from '#app/components/ui/time.tsx';
import type { JobWatches } from '#app/presenters/job/job-watches.server.ts';

/** The certificate of the target, the limits of time and the watched part of the response, where there are any. */
export function WatchPairs({
  watches: { certificate, timing, watched },
  jobZone,
}: {
  watches: JobWatches;
  jobZone: string;
}) {
  return (
    <>
      {certificate === null ? null : (
        <Pair label="Certificate" isFull>
          {certificate}
        </Pair>
      )}
      {timing === null ? null : <Pair label="Notifies When">{timing}</Pair>}
      {watched === null ? null : (
        <Pair label="Watched Response" isFull>
          <span className="mono wrap-anywhere">{watched.watch}</span>
          {watched.value === null ? null : (
            <>
              : <span className="mono wrap-anywhere">{watched.value || '(empty)'}</span>
            </>
          )}
          {watched.since === null ? (
            <span className="block text-xs text-muted">No successful run yet.</span>
          ) : watched.problem === null ? (
            <span className="block text-xs text-muted">
              Since <Time at={watched.since} jobZone={jobZone} />
            </span>
          ) : (
            <span className="block text-xs text-muted">{watched.problem}</span>
          )}
        </Pair>
      )}
    </>
  );
}
