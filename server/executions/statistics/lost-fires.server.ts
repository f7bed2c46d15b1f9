import { getPool } from '#server/database/db.server.ts';

/** Windows of the alerts (docs/monitoring/alerts.yml), longest last. */
export const lostWindows = { '5m': 300, '30m': 1_800, '1h': 3_600, '6h': 21_600 } as const;

type Window = keyof typeof lostWindows;

const within = (seconds: number) => `"at" > now() - interval '${seconds} seconds'`;
const sums = Object.entries(lostWindows).map(
  ([name, seconds]) => `coalesce(sum("fires") filter (where ${within(seconds)}), 0)::int8 as "${name}"`,
);
export const lostText = `select ${sums.join(', ')} from "LostFires" where ${within(lostWindows['6h'])}`;

/**
 * Scheduled fires recorded as missed or unknown within the last 5 minutes, 30 minutes, hour and six hours, by the
 * database's clock. Reads a few rows: one for each transaction that wrote any.
 */
export async function lostFires(): Promise<Record<Window, number>> {
  const { rows } = await getPool().query<Record<Window, number>>(lostText);
  return rows[0] ?? { '5m': 0, '30m': 0, '1h': 0, '6h': 0 };
}
