import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from './activities.ts';

const { call } = proxyActivities<Activities>({ startToCloseTimeout: 30_000 });

/** What a Schedule starts: one call, at the instant that the server names. */
export async function scheduled(url: string): Promise<void> {
  const [instant] = workflowInfo().searchAttributes.TemporalScheduledStartTime ?? [];
  await call({ url, scheduledFor: (instant as Date).toISOString() });
}
