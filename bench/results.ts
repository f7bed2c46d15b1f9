import { readFile, mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname } from 'node:path';
import type { RunOrder } from './plan.ts';

/** Results by part and key, each with its time and machine. */
export type Results = Record<string, Record<string, Record<string, unknown>>>;

/** Adds a result to the report. */
export async function keepResult({
  out,
  order,
  result,
}: {
  out: string;
  order: RunOrder;
  result: Record<string, unknown>;
}): Promise<void> {
  const results = await readResults(out);
  const around = {
    at: new Date().toISOString(),
    // A report may contain figures of two machines, but always names the machine of each.
    machine: {
      cores: cpus().length,
      model: cpus()[0]?.model,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    },
    // Other work on the machine shows in its load: a bench alone keeps it below the number of cores.
    load: loadavg().map((load) => Math.round(load * 10) / 10),
  };
  results[order.part] = { ...results[order.part], [order.key]: { ...around, ...result } };
  await mkdir(dirname(out), { recursive: true });
  await writeFile(out, `${JSON.stringify({ results }, null, 2)}\n`);
}

/** Results in a report; empty if there is no report yet. */
export async function readResults(file: string): Promise<Results> {
  try {
    return (JSON.parse(await readFile(file, 'utf8')) as { results: Results }).results;
  } catch {
    return {};
  }
}
