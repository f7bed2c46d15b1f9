import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from './activities.ts';

const { call } = proxyActivities<Activities>({ startToCloseTimeout: 30_000 });

const startTime = defineSearchAttributeKey('TemporalScheduledStartTime', SearchAttributeType.DATETIME);

/** Workflow of a Schedule: one call at its instant. */
export async function scheduled(url: string): Promise<void> {
  const instant = workflowInfo().typedSearchAttributes.get(startTime) ?? new Date(0);
  await call({ url, scheduledFor: instant.toISOString() });
}
