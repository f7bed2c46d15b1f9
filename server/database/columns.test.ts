import { expect, test } from 'vitest';
import { bool, columns, int, int8, text } from './columns.ts';

interface Row {
  id: number;
  at: number;
  name: string | null;
}

const given = {
  jobId: int<Row>(({ id }) => id),
  at: int8<Row>(({ at }) => at),
  name: text<Row>(({ name }) => name),
  isNamed: bool<Row>(({ name }) => name !== null),
};
const rows = [
  { id: 1, at: 10, name: 'a' },
  { id: 2, at: 20, name: null },
];

test('casts, names and values have the same order', () => {
  const { unnest, names, values } = columns(given);
  expect(unnest).toBe('unnest($1::int[], $2::int8[], $3::text[], $4::bool[])');
  expect(names).toBe('"jobId", "at", "name", "isNamed"');
  expect(values(rows)).toEqual(['{1,2}', '{10,20}', '{a,NULL}', '{true,false}']);
});

test('parameters before the columns shift the numbers', () => {
  expect(columns(given, { from: 3 }).unnest).toBe('unnest($3::int[], $4::int8[], $5::text[], $6::bool[])');
});

test('no rows become empty arrays', () => {
  expect(columns(given).values([])).toEqual(['{}', '{}', '{}', '{}']);
});

test.each([
  ['', '""'],
  ['null', '"null"'],
  ['two words', '"two words"'],
  ['{"a":"\\b"}', String.raw`"{\"a\":\"\\b\"}"`],
  ['a,b', '"a,b"'],
  ['ü', '"ü"'],
  ['job/7', 'job/7'],
])('the text %s is quoted where an array literal needs it', (value, literal) => {
  expect(columns({ one: text<string>((one) => one) }).values([value])).toEqual([`{${literal}}`]);
});
