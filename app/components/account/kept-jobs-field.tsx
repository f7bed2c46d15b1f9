import { useEffect, useRef, useState } from 'react';
import { Checkbox, CheckLabel } from '#app/components/ui/input/checkbox.tsx';
import { FieldGroup } from '#app/components/ui/input/field.tsx';
import { plural } from '#app/format/time-format.ts';
import type { PlanEndJobs } from '#server/billing/plan-end-jobs.server.ts';

/** A rejected choice: more jobs than the plan allows. */
export interface RefusedChoice {
  error: string;
  jobIds: number[];
}

interface KeptJobsFieldProps extends Pick<PlanEndJobs, 'active' | 'jobs'> {
  limit: number;
  planName: string;
  refused: RefusedChoice | undefined;
}

/** Active jobs as checkboxes: ticked ones stay active when the smaller plan begins. */
export function KeptJobsField({ active, jobs, limit, planName, refused }: KeptJobsFieldProps) {
  const isTicked = (job: { id: number; isKept: boolean }) =>
    refused ? refused.jobIds.includes(job.id) : job.isKept;
  const [chosen, setChosen] = useState(() => jobs.filter(isTicked).length);
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refused) holder.current?.querySelector('input')?.focus();
  }, [refused]);
  const count = () => setChosen(holder.current?.querySelectorAll('input:checked').length ?? 0);
  const unlisted = active - jobs.length;
  return (
    <div ref={holder}>
      <FieldGroup
        id="keep"
        label="Jobs to keep active"
        hint={`Choose up to ${limit}. If you choose fewer, the oldest of the others stay active too.`}
        errors={refused ? [refused.error] : undefined}
      >
        <ul
          aria-label="Active jobs"
          className="grid max-h-96 w-full gap-1 overflow-y-auto rounded-control border border-border px-3 py-2"
        >
          {jobs.map((job) => (
            <li key={job.id} className="min-w-0">
              <CheckLabel
                control={
                  <Checkbox name="keep" value={job.id} defaultChecked={isTicked(job)} onChange={count} />
                }
                className="wrap-anywhere"
              >
                {job.name}
              </CheckLabel>
            </li>
          ))}
        </ul>
        {unlisted > 0 ? (
          <p className="text-xs text-muted">
            {plural(unlisted, 'newer job is', 'newer jobs are')} not listed.
          </p>
        ) : null}
        <p role="status" className={chosen > limit ? 'text-danger' : 'text-muted'}>
          {chosen > limit
            ? `${chosen} chosen, but ${planName} allows ${limit}. Deselect ${chosen - limit}.`
            : `${chosen} of ${limit} chosen.`}
        </p>
      </FieldGroup>
    </div>
  );
}
