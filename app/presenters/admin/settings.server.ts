import { plans } from '#domain/plan.ts';
import { savedNotice } from '#server/admin/notice.server.ts';
import { engineFigures, type EngineFigures, measuredRows } from '#server/admin/engine-figures.server.ts';
import { env } from '#server/env.server.ts';
import { limits } from '#server/rate-limit/limits.ts';

/** The settings of the installation as admins see them. */
export interface AdminSettings {
  notice: string;
  /** null: they could not be had. */
  engine: EngineFigures | null;
  measuredRows: number;
  rates: { of: string; points: number; per: string }[];
  /** Every limit times this; 1 in production. */
  rateScale: number;
  hosts: { label: string; values: string[]; none: string }[];
}

const spans: Record<number, string> = { 60: 'minute', 3_600: 'hour' };
const owners = { ip: 'address', account: 'account', job: 'job' };

/** Calls with keys have a limit for each plan: its name distinguishes them. */
function planOf(limit: string): string {
  const plan = Object.entries(plans).find(([tier]) => limit === `key_${tier}`)?.[1];
  return plan ? `, ${plan.name}` : '';
}

/**
 * Reads them; missing engine figures leave the rest. Without the banner there is no page: an empty form would remove
 * it.
 */
export async function readAdminSettings({
  onFailure,
}: {
  onFailure: (error: unknown) => void;
}): Promise<AdminSettings> {
  const [notice, engine] = await Promise.all([
    savedNotice(),
    engineFigures().catch((error: unknown) => {
      onFailure(error);
      return null;
    }),
  ]);
  const { RATE_LIMIT_SCALE, OUTBOUND_ALLOW_TARGETS, OUTBOUND_UNCAPPED_DOMAINS, SLACK_HOSTS } = env();
  return {
    notice: notice ?? '',
    engine,
    measuredRows,
    rates: Object.entries(limits).map(([name, { of, points, seconds, by }]) => ({
      of: of + planOf(name),
      points: points * RATE_LIMIT_SCALE,
      per: `${spans[seconds] ?? `${seconds}s`} and ${owners[by]}`,
    })),
    rateScale: RATE_LIMIT_SCALE,
    hosts: [
      { label: 'Internal targets that jobs may call', values: OUTBOUND_ALLOW_TARGETS, none: 'None' },
      { label: 'Domains without a request limit', values: OUTBOUND_UNCAPPED_DOMAINS, none: 'None' },
      {
        label: 'Hosts for Slack notifications',
        values: ['hooks.slack.com', 'hooks.slack-gov.com', 'discord.com', ...SLACK_HOSTS],
        none: 'None',
      },
    ],
  };
}
