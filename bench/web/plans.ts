import { open, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A statement as the database executed it. */
export interface Ran {
  statement: string;
  /** Pages of tables and indexes that it accessed, hit or read; repeated access counts again. */
  buffers: number;
}

/** Settings of a cluster that writes auto_explain plans into its folder, one JSON line each. */
export const planSettings = [
  'logging_collector=on',
  'log_destination=jsonlog',
  'log_filename=plans.log',
  'log_rotation_size=0',
];

/** Makes each new connection of the database log the plans of its statements. */
export const reportPlans = (database: string) => `
  alter database "${database}" set session_preload_libraries = 'auto_explain';
  alter database "${database}" set auto_explain.log_min_duration = 0;
  alter database "${database}" set auto_explain.log_analyze = on;
  alter database "${database}" set auto_explain.log_buffers = on;
  alter database "${database}" set auto_explain.log_timing = off;
  alter database "${database}" set auto_explain.log_format = json`;

const writtenAfterMs = 400;

/** Plans of the statements executed during some work. */
export async function plansOf({
  file,
  during,
}: {
  file: string;
  during: () => Promise<void>;
}): Promise<Ran[]> {
  const from = (await stat(file)).size;
  await during();
  await sleep(writtenAfterMs);
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
    return buffer.toString('utf8', 0, bytesRead).split('\n').flatMap(readLine);
  } finally {
    await handle.close();
  }
}

interface PageReport {
  'Query Text': string;
  Plan: { 'Shared Hit Blocks'?: number; 'Shared Read Blocks'?: number };
}

/** Reads one log line; empty if it is not a plan. Exported for its test. */
export function readLine(line: string): Ran[] {
  if (!line.includes('plan:')) return [];
  const { message = '' } = JSON.parse(line) as { message?: string };
  const at = message.indexOf('plan:');
  if (at < 0) return [];
  const { 'Query Text': text, Plan: plan } = JSON.parse(message.slice(at + 'plan:'.length)) as PageReport;
  const buffers = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  return [{ statement: text.replace(/\s+/g, ' ').trim(), buffers }];
}

/** Maximum cost of each statement, the most expensive first. */
export function dearest(ran: Ran[]): Ran[] {
  const most = new Map<string, number>();
  for (const { statement, buffers } of ran) most.set(statement, Math.max(most.get(statement) ?? 0, buffers));
  return [...most]
    .map(([statement, buffers]) => ({ statement, buffers }))
    .sort((a, b) => b.buffers - a.buffers);
}
