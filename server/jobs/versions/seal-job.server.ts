import type { JobInput } from '#domain/job/job.ts';
import { seal } from '#server/sealing/seal.server.ts';

/** The columns of a job as the database holds them: target, headers, payload and channel sealed. */
export function sealJob({ input, ownerId }: { input: JobInput; ownerId: number }) {
  const sealed = (column: string, text: string | null) =>
    text === null ? null : seal({ text, userId: ownerId, field: `job.${column}` });
  return {
    ...input,
    ownerId,
    webhookUrl: seal({ text: input.webhookUrl, userId: ownerId, field: 'job.webhookUrl' }),
    targetHost: targetHostOf(input.webhookUrl),
    headers: sealed('headers', input.headers && JSON.stringify(input.headers)),
    auth: sealed('auth', input.auth && JSON.stringify(input.auth)),
    payload: sealed('payload', input.payload),
    retryDelays: input.retryDelays && JSON.stringify(input.retryDelays),
    notificationConfig: sealed('notificationConfig', input.notificationConfig),
  };
}

/** Host and port, or the domain of a mail address: what lists and operators may see of a target. */
export function targetHostOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host || pathname.slice(pathname.lastIndexOf('@') + 1);
}
