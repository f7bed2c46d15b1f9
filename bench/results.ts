import { readFile, mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname } from 'node:path';
import type { RunOrder } from './plan.ts';

/** What was measured, by part and key; each with the time at which it was. */
export type Results = Record<string, Record<string, Record<string, unknown>>>;

export interface Report {
  machine: { cores: number; model: string | undefined; memoryGb: number; node: string };
  results: Results;
}

/** Puts a result into the report, beside those that are there. */
export async function keepResult({
  out,
  order,
  result,
}: {
  out: string;
  order: RunOrder;
  result: Record<string, unknown>;
}): Promise<Report> {
  const { results } = await readReport(out);
  // What else ran on the machine shows in its load: a bench alone keeps it below the number of cores.
  const around = { at: new Date().toISOString(), load: loadavg().map((load) => Math.round(load * 10) / 10) };
  results[order.part] = { ...results[order.part], [order.key]: { ...around, ...result } };
  const machine = {
    cores: cpus().length,
    model: cpus()[0]?.model,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
  const report = { machine, results };
  await mkdir(dirname(out), { recursive: true });
  await writeFile(out, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

export async function readReport(file: string): Promise<Pick<Report, 'results'>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  } catch {
    return { results: {} };
  }
}
