import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fieldColumns, fieldTable, newJob, writtenColumns } from './field-table.ts';
import { jobFields } from './job-fields.ts';
import { jobInput } from './job.ts';

/** Columns of a job that no form and no request sets as a field. */
const notFields = [
  ...['id', 'ownerId', 'targetHost', 'pausedUntil', 'pauseReason', 'createdAt', 'updatedAt', 'deletedAt'],
  ...['desiredVersion', 'appliedVersion', 'applyFailures', 'applyAfter'],
];

interface Column {
  name: string;
  type: string;
  comment: string;
  default: string | undefined;
}

function columnsOfJob(): Column[] {
  const schema = readFileSync('prisma/schema.prisma', 'utf8');
  const [, body = ''] = /^model Job \{\n([^}]*?)\n\n/m.exec(schema) ?? [];
  const lines = [...body.matchAll(/(?:^ *\/\/\/ (.*)\n)?^ {2}(\w+) +(\S+)(.*)/gm)];
  return lines.map(([, comment = '', name = '', type = '', rest = '']) => {
    return { name, type, comment, default: /@default\((.*)\)/.exec(rest)?.[1] };
  });
}

const columns = columnsOfJob();

test('every column of a job is in the table, or named as one that is no field', () => {
  expect(columns.map(({ name }) => name).sort()).toEqual([...fieldColumns, ...notFields].sort());
});

test.each(fieldColumns)('the column %s is optional, sealed and defaulted as the table has it', (name) => {
  const column = columns.find((one) => one.name === name);
  const { default: absent, isSealed = false } = fieldTable[name];
  expect(column?.type.endsWith('?')).toBe(absent === null);
  expect(column?.comment.startsWith('sealed')).toBe(isSealed);
  const text = typeof absent === 'string' ? absent : JSON.stringify(absent);
  expect(column?.default?.replaceAll('"', '') ?? text).toBe(text);
});

test.each(fieldColumns)('%s has a label, names of its own, and a rule', (name) => {
  const { label, input, wire } = fieldTable[name];
  expect(label).toMatch(/^[A-Z]/);
  expect(wire).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
  expect(jobFields.shape).toHaveProperty(input);
  for (const of of ['label', 'input', 'wire'] as const) {
    const same = fieldColumns.filter((other) => fieldTable[other][of] === fieldTable[name][of]);
    expect(same).toEqual([name]);
  }
});

test('a job with a name, a target and a schedule alone has the defaults of the table', () => {
  const given = { name: 'A', webhookURL: 'https://a.example/', cronExpression: null };
  expect(jobInput.parse(given)).toEqual({ ...newJob, name: 'A', webhookUrl: given.webhookURL });
});

test('the order outside names every field once', () => {
  expect([...writtenColumns].sort()).toEqual([...fieldColumns].sort());
});
