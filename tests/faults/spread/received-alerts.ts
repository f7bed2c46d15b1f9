import type { KeptMessage } from '#dev/receivers/receiver.ts';

/** Counted from the first message: shorter than a minute, because messages arrive after they are counted. */
const windowMs = 50_000;
/** Documented limits of a minute (docs/design/security.md, section 6), by what they count. */
const limits = {
  destination: {
    most: 10,
    of: ({ path, body, kind }: KeptMessage) => (kind === 'ntfy' ? topicOf(body) : path),
  },
  'domain of an account': { most: 30, of: accountInDomain },
  'visitor of ntfy': {
    most: 12,
    of: ({ headers, kind }: KeptMessage) => (kind === 'ntfy' ? headers.authorization : undefined),
  },
};

const topicOf = (body: string) => (JSON.parse(body) as { topic: string }).topic;

/** Slack's receiver is written as an address, which no limit of a domain counts. */
function accountInDomain({ kind, path, body }: KeptMessage): string | undefined {
  if (kind === 'webhook') return path.split('/')[2];
  return kind === 'ntfy' ? topicOf(body).split('-')[1] : undefined;
}

/** Messages as the receivers kept them. */
export async function receivedAlerts(receiversUrl: string): Promise<KeptMessage[]> {
  const response = await fetch(`${receiversUrl}/messages`);
  return ((await response.json()) as { messages: KeptMessage[] }).messages;
}

/** Violations of the limits in the first minute of each destination, domain and visitor, and of the providers' rules. */
export function limitErrors(messages: KeptMessage[]): string[] {
  const errors = messages.flatMap(({ kind, problems }) => problems.map((problem) => `${kind}: ${problem}`));
  for (const [name, { most, of }] of Object.entries(limits)) {
    const times = new Map<string, number[]>();
    for (const message of messages) {
      const key = of(message);
      if (key !== undefined) times.set(key, [...(times.get(key) ?? []), Date.parse(message.at)]);
    }
    for (const [key, own] of times) {
      const first = Math.min(...own);
      const count = own.filter((at) => at <= first + windowMs).length;
      if (count > most) errors.push(`${name} ${key}: ${count} messages within a minute, more than ${most}`);
    }
  }
  return errors;
}

interface WebhookData {
  job?: { id: number };
  notifications?: { job: { id: number } }[];
  omitted?: number;
}

/** How often each job's failure reached a webhook, alone or in a digest, by the id of the job. */
export function webhookNotices(messages: KeptMessage[]): { byJob: Map<number, number>; omitted: number } {
  const byJob = new Map<number, number>();
  let omitted = 0;
  for (const { kind, body } of messages) {
    if (kind !== 'webhook') continue;
    const { data } = JSON.parse(body) as { data: WebhookData };
    omitted += data.omitted ?? 0;
    for (const job of data.notifications?.map((one) => one.job) ?? [data.job])
      if (job) byJob.set(job.id, (byJob.get(job.id) ?? 0) + 1);
  }
  return { byJob, omitted };
}
