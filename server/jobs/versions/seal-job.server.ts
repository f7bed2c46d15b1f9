import { encodedColumns, fieldTable, type EncodedColumn, type JobInput } from '#domain/job/field-table.ts';
import type { JobRow } from '#server/jobs/types.ts';
import { seal } from '#server/sealing/seal.server.ts';

/** The columns of a job as the database holds them: some as JSON, some sealed. */
export function sealJob({ input, ownerId }: { input: JobInput; ownerId: number }) {
  const encoded = Object.fromEntries(
    encodedColumns.map((column) => [column, encodedValue({ input, column, ownerId })]),
  ) as Pick<JobRow, EncodedColumn>;
  return { ...input, ...encoded, ownerId, targetHost: targetHostOf(input.webhookUrl) };
}

function encodedValue({
  input,
  column,
  ownerId,
}: {
  input: JobInput;
  column: EncodedColumn;
  ownerId: number;
}): string | null {
  const value = input[column];
  if (value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return fieldTable[column].isSealed ? seal({ text, userId: ownerId, field: `job.${column}` }) : text;
}

/** Host and port, or the domain of a mail address: what lists and operators may see of a target. */
export function targetHostOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host || pathname.slice(pathname.lastIndexOf('@') + 1);
}
