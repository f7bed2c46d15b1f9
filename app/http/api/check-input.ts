import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { snakeOf } from '#domain/job/job-wire.ts';

const mostNamed = 50;
const longestName = 100;

/** A body whose fields the call reads itself, by the given names. */
export const anyFields = z.record(z.string(), z.unknown());

/**
 * Checks a body or a query by its schema with names in snake_case; camelCase is accepted as well.
 * @param aliases other names of fields, in snake_case
 * @throws AppError validation_error: each bad or unknown field by its name
 */
export function checkInput<Schema extends z.ZodType>({
  schema,
  value,
  aliases = {},
}: {
  schema: Schema;
  value: Record<string, unknown>;
  aliases?: Record<string, string>;
}): z.output<Schema> {
  const givenNames = new Map<string, string>();
  const errors: [string, string][] = [];
  for (const given of Object.keys(value)) {
    const snake = snakeOf(given);
    const name = aliases[snake] ?? snake;
    if (givenNames.has(name)) errors.push([given, `${clip(given)} is given twice, in two spellings.`]);
    else givenNames.set(name, given);
  }
  const parsed = schema.safeParse(
    Object.fromEntries([...givenNames].map(([name, given]) => [name, value[given]])),
  );
  if (parsed.success && errors.length === 0) return parsed.data;
  for (const issue of parsed.error?.issues ?? []) {
    if (issue.code === 'unrecognized_keys') {
      const names = issue.keys.map((key) => givenNames.get(key) ?? key);
      errors.push(...names.map((name): [string, string] => [name, `${clip(name)} is not known here.`]));
    } else {
      const name = String(issue.path[0] ?? 'body');
      errors.push([givenNames.get(name) ?? name, sentence({ name, message: issue.message })]);
    }
  }
  throw refusal(errors);
}

/** The error that names each field with its sentence; of a field the first one. */
export function refusal(errors: readonly (readonly [string, string])[]): AppError {
  const byName = new Map<string, string>();
  for (const [name, text] of errors.slice(0, mostNamed)) {
    if (!byName.has(clip(name))) byName.set(clip(name), text);
  }
  return new AppError('validation_error', { details: Object.fromEntries(byName) });
}

/** Unedited messages of the schema library become a sentence. */
export function sentence({ name, message }: { name: string; message: string }): string {
  return /^Invalid |^Too (?:big|small)/.test(message)
    ? `The value of ${name} is missing or of the wrong kind.`
    : message;
}

const clip = (name: string) => name.slice(0, longestName);
