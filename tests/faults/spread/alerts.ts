import type { ChannelKind } from '#domain/notifications/channel-kinds.ts';
import { createChannel } from '#server/channels/create-channel.server.ts';
import { printNote } from '../checks.ts';
import { namesEnv } from '../hanging-jobs.ts';
import { makeOwner, type SuiteOwner } from '../jobs.ts';
import { eachMinuteAt } from './calendar.ts';
import { makeOfOwner, type SpreadJob } from './jobs.ts';

/** Domain of receivers that count to the limits of domains: written as an address, they are exempt. */
export const alertDomain = namesEnv.FAULTS_NAMES;
const jobsOfAccount = 100;
/** Channels of an account for each kind; its jobs use them in turn. */
const channelsOfKind = 2;
const kinds = ['webhook', 'slack', 'ntfy'] as const satisfies ChannelKind[];

/** Minutely jobs, spread over the minute, each with a rule for a webhook, a Slack and an ntfy channel. */
export async function makeAlertingJobs({
  count,
  url,
  receiversUrl,
}: {
  count: number;
  url: string;
  receiversUrl: string;
}): Promise<SpreadJob[]> {
  const startedAt = Date.now();
  const jobs: SpreadJob[] = [];
  for (let from = 0; from < count; from += jobsOfAccount) {
    const owner = await makeOwner();
    await makeChannels({ owner, receiversUrl });
    const own = Math.min(jobsOfAccount, count - from);
    const crons = Array.from({ length: own }, (_, index) => eachMinuteAt((from + index) % 60));
    jobs.push(
      ...(await makeOfOwner({ owner, crons, url, fields: (index) => ({ notifyRules: rulesOf(index) }) })),
    );
  }
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(0);
  printNote(`${count} jobs with ${kinds.length} channels each were saved in ${seconds} s`);
  return jobs;
}

const nameOf = ({ kind, number }: { kind: string; number: number }) => `${kind} ${number}`;

const rulesOf = (index: number) =>
  kinds.map((kind) => ({
    channel: nameOf({ kind, number: index % channelsOfKind }),
    events: ['failure'],
    after: 1,
  }));

async function makeChannels({
  owner,
  receiversUrl,
}: {
  owner: SuiteOwner;
  receiversUrl: string;
}): Promise<void> {
  const named = `http://alerts.${alertDomain}:${new URL(receiversUrl).port}`;
  for (let number = 0; number < channelsOfKind; number += 1) {
    const path = `${owner.id}/${number}`;
    const settings = {
      webhook: { url: `${named}/webhook/${path}` },
      slack: { url: `${receiversUrl}/slack/services/${path}` },
      ntfy: {
        server: named,
        topic: `alerts-${owner.id}-${number}`,
        accessToken: `tk_${String(owner.id).padStart(29, '0')}`,
      },
    };
    for (const kind of kinds)
      await createChannel({
        owner,
        draft: { name: nameOf({ kind, number }), kind, settings: settings[kind] },
      });
  }
}
