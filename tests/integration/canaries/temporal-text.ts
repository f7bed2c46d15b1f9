import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { temporalClient } from '#server/engine/temporal-client.server.ts';

/**
 * Everything Temporal has about the workflows of this file's task queue, for every run: histories, list entries and
 * descriptions with memo, search attributes, waiting activities and their reasons. Payloads are decoded, too.
 */
export async function temporalText(): Promise<{ workflowIds: string[]; text: string }> {
  const workflowIds: string[] = [];
  const parts: string[] = [];
  const query = `TaskQueue = '${process.env['TEMPORAL_TASK_QUEUE'] ?? ''}'`;
  for await (const { workflowId, runId, raw } of temporalClient().workflow.list({ query })) {
    const handle = temporalClient().workflow.getHandle(workflowId, runId);
    const [history, described] = await Promise.all([handle.fetchHistory(), handle.describe()]);
    workflowIds.push(workflowId);
    parts.push(
      ...[historyToJSON(history), JSON.stringify(raw), JSON.stringify(described.raw)].map(withDecoded),
    );
  }
  return { workflowIds, text: parts.join('\n') };
}

/** JSON on one line, followed by its decoded base64 texts. */
function withDecoded(json: string): string {
  const decoded: string[] = [];
  const whole: unknown = JSON.parse(json, (_, value: unknown) => {
    if (typeof value === 'string' && /^[\w+/-]{4,}={0,2}$/.test(value))
      decoded.push(Buffer.from(value, 'base64').toString('utf8'));
    return value;
  });
  return [JSON.stringify(whole), ...decoded].join('\n');
}
