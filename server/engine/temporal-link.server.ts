import { env } from '#server/env.server.ts';
import { jobWorkflowId } from '#workflows/contract.ts';

/** A job's workflow in the Temporal Web UI; null where TEMPORAL_UI_URL does not say where that is. */
export function temporalLink(jobId: number): string | null {
  const { TEMPORAL_UI_URL: base, TEMPORAL_NAMESPACE: namespace } = env();
  if (base === '') return null;
  const workflow = encodeURIComponent(jobWorkflowId(jobId));
  return `${base.replace(/\/$/, '')}/namespaces/${encodeURIComponent(namespace)}/workflows/${workflow}`;
}
