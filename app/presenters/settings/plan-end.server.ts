import { jobLimit } from '#domain/plan.ts';
import { type PlanEndJob, planEndJobs } from '#server/billing/plan-end-jobs.server.ts';

const mostNamed = 100;

/** Effect of the end of a paid plan on the active jobs of its account. */
export interface PlanEndView {
  active: number;
  /** Active jobs that Free allows. */
  limit: number;
  above: number;
  /** Jobs that will be paused, oldest first; at most 100. */
  pausing: Pick<PlanEndJob, 'id' | 'name'>[];
}

/** Counts and names the active jobs that the end of the plan will pause. */
export async function toPlanEnd({ userId }: { userId: number }): Promise<PlanEndView> {
  const { active, above, jobs } = await planEndJobs({ userId, tier: 'free' });
  const pausing = jobs.filter(({ isKept }) => !isKept).slice(0, mostNamed);
  return {
    active,
    limit: jobLimit('free'),
    above,
    pausing: pausing.map(({ id, name }) => ({ id, name })),
  };
}
