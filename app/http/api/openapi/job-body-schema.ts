import { z } from 'zod';
import { besides } from '#app/http/api/job-body.ts';
import { givenFields, jobWords } from '#app/presenters/api/job-schema.ts';
import { fieldColumns, fieldTable, type WireName } from '#domain/job/field-table.ts';
import { jobFields } from '#domain/job/job-fields.ts';
import { fieldOf, readOnlyNames } from '#domain/job/job-wire.ts';

// The bodies of job-body.ts for the API document: the fields of the validating schema, by their wire names.

type Spelling = 'snake' | 'camel';

interface Kind {
  /** Id of the component. */
  id: string;
  description: string;
  /** Required fields. */
  required: readonly WireName[];
  /** True if a schedule has to be given, too. */
  isScheduled: boolean;
  /** Set for a new job: some fields are not available yet. */
  isNew: boolean;
}

/** Default of a field in a new job; none if the schema itself has it, or if the field is left empty. */
function defaultOf(name: WireName, field: z.ZodType): { default?: unknown } {
  if (name === 'retry_delays') return { default: { kind: 'default' } };
  if (name === 'auth') return { default: { type: 'none' } };
  // The type follows the target.
  if (name === 'type') return {};
  const value = fieldColumns.map((column) => fieldTable[column]).find(({ wire }) => wire === name)?.default;
  return field instanceof z.ZodOptional && typeof value !== 'object' ? { default: value } : {};
}

const wireNames = Object.keys(fieldOf) as WireName[];

const spellings: Record<Spelling, (name: string) => string> = {
  snake: (name) => name,
  camel: (name) =>
    name === 'webhook_url'
      ? 'webhookURL'
      : name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
};

function fieldFor({
  name,
  isRequired,
  isNew,
}: {
  name: WireName;
  isRequired: boolean;
  isNew: boolean;
}): z.ZodType {
  const field: z.ZodType = givenFields[name] ?? jobFields.shape[fieldOf[name]];
  const plain = field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field;
  const { description, example, format } = jobWords[name];
  const described = isNew && field instanceof z.ZodDefault ? field : isRequired ? plain : plain.optional();
  return described.meta({
    description,
    examples: [example],
    ...(isNew && defaultOf(name, field)),
    ...(format !== undefined && { format }),
  });
}

function bodyIn({
  spelling,
  id,
  description,
  required,
  isScheduled,
  isNew,
}: Kind & { spelling: Spelling }): z.ZodType {
  const spell = spellings[spelling];
  const fields = wireNames.map((name) => {
    const isRequired = required.includes(name);
    return [spell(name), fieldFor({ name, isRequired, isNew })] as const;
  });
  const passedOver = [...readOnlyNames].map(
    (name) =>
      [
        spell(name),
        z.unknown().optional().meta({ readOnly: true, description: 'Read-only; ignored on input.' }),
      ] as const,
  );
  const dated = isNew
    ? {
        [spell('paused_until')]: z
          .null()
          .optional()
          .meta({ description: 'A new job cannot be paused until a date.' }),
        skips: z.array(z.never()).max(0).nullish().meta({ description: 'A new job has no skips.' }),
      }
    : {
        [spell('paused_until')]: besides.shape.paused_until.meta({
          description: 'Pauses until then; null resumes a job that is paused until a date.',
          examples: ['2030-01-01T08:00:00Z'],
        }),
        skips: besides.shape.skips.meta({
          description: 'Future scheduled times to skip.',
          examples: [[]],
        }),
      };
  const cron = fieldFor({ name: 'cron_expression', isRequired: false, isNew });
  const schedules = ['cron', spell('cron_expression')];
  const one = schedules.map((name) => ({ required: [name] }));
  return z
    .strictObject({ ...Object.fromEntries(fields), cron, ...dated, ...Object.fromEntries(passedOver) })
    .meta({
      id: spelling === 'snake' ? id : `${id}CamelCase`,
      description,
      ...(isScheduled ? { oneOf: one } : { not: { required: schedules } }),
      examples: [exampleIn({ spell, names: isScheduled ? mostGiven : ['webhook_url', 'timeout'] })],
    });
}

/** Fields of most jobs. */
const mostGiven: WireName[] = [
  'name',
  'cron_expression',
  'webhook_url',
  'http_method',
  'timezone',
  'timeout',
];

function exampleIn({ spell, names }: { spell: (name: string) => string; names: readonly WireName[] }) {
  return Object.fromEntries(
    names.map((name) => [name === 'cron_expression' ? 'cron' : spell(name), jobWords[name].example]),
  );
}

const bodyOf = (kind: Kind) =>
  z.union([bodyIn({ ...kind, spelling: 'snake' }), bodyIn({ ...kind, spelling: 'camel' })]);

export const jobToCreate = bodyOf({
  id: 'JobToCreate',
  description: 'A new job. `cron` may be called `cron_expression`.',
  required: ['name', 'webhook_url'],
  isScheduled: true,
  isNew: true,
});

export const jobToChange = bodyOf({
  id: 'JobToChange',
  description: 'The fields to change; others stay as they are. `cron` may be called `cron_expression`.',
  required: [],
  isScheduled: false,
  isNew: false,
});

export const jobToTest = bodyOf({
  id: 'JobToTest',
  description: 'The job to test, saved or not; name and schedule are optional.',
  required: ['webhook_url'],
  isScheduled: false,
  isNew: true,
});
