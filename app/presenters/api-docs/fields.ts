import type { JsonSchema, OpenApiDocument } from '#app/presenters/api-docs/open-api-types.ts';
import { plainSchema, type FoundOperation } from './read-document.ts';

/** A parameter, or a field of a body. */
export interface FieldView {
  name: string;
  /** Type in words: "integer, 1 to 300". */
  kind: string;
  isRequired: boolean;
  text: string;
}

/** Parameters of path and query; headers concern every call and are described once. */
export function parameterViews({
  document,
  found,
}: {
  document: OpenApiDocument;
  found: FoundOperation;
}): FieldView[] {
  return found.parameters
    .filter((parameter) => parameter.in !== 'header' && !isAlias(parameter.description))
    .map(({ name, required = false, description, schema: given }) => {
      const schema = plainSchema({ document, schema: given });
      return { name, kind: kindOf({ document, schema }), isRequired: required, text: description };
    });
}

/** Another name of a listed parameter. */
const isAlias = (description: string) => description.startsWith('The same as ');

/** The fields of a body, those first that have to be given. */
export function bodyViews({
  document,
  schema: given,
}: {
  document: OpenApiDocument;
  schema: JsonSchema;
}): FieldView[] {
  const { properties = {}, required = [], ...schema } = plainSchema({ document, schema: given });
  const alternatives = schedulesOf(schema);
  const views = Object.entries(properties)
    .map(([name, inner]) => ({ name, inner: plainSchema({ document, schema: inner }) }))
    .filter(({ name, inner }) => isWritten(inner) && !('cron' in properties && name === 'cron_expression'))
    .map(({ name, inner }) => ({
      name,
      kind: kindOf({ document, schema: inner }),
      isRequired: required.includes(name) || alternatives.includes(name),
      text: inner.description ?? '',
    }));
  return [...views.filter(({ isRequired }) => isRequired), ...views.filter(({ isRequired }) => !isRequired)];
}

/** Names of which one has to be given: the schedule under either of its names. */
function schedulesOf({ oneOf }: JsonSchema): string[] {
  return Array.isArray(oneOf) ? (oneOf as JsonSchema[]).flatMap(({ required = [] }) => required) : [];
}

/** Skips response-only fields, and fields that new resources cannot have. */
function isWritten(schema: JsonSchema): boolean {
  return schema['readOnly'] !== true && schema.type !== 'null' && schema['maxItems'] !== 0;
}

function kindOf({ document, schema }: { document: OpenApiDocument; schema: JsonSchema }): string {
  const { enum: choices, type, items } = schema;
  const words = [
    choices
      ? choices.filter((one) => typeof one === 'string').join(', ')
      : type === 'array' && items
        ? `list of ${kindOf({ document, schema: plainSchema({ document, schema: items }) })}`
        : typeName(type),
    rangeOf(schema),
    fallbackOf(schema),
  ];
  return words.filter((word) => word !== '').join(', ');
}

/** Without null: what may be left out may mostly be null, too. */
function typeName(type: unknown): string {
  const names = [type].flat().filter((one) => typeof one === 'string' && one !== 'null');
  return names.length > 0 ? names.join(' or ') : 'any';
}

function rangeOf(schema: JsonSchema): string {
  const number = (name: string) => (typeof schema[name] === 'number' ? schema[name] : undefined);
  const largest = 2 ** 31 - 1;
  const least = number('minimum');
  const most = number('maximum');
  if (most !== undefined && most < largest) return `${least ?? 0} to ${most.toLocaleString('en-US')}`;
  const characters = number('maxLength');
  if (characters !== undefined) return `up to ${characters.toLocaleString('en-US')} characters`;
  const entries = number('maxItems');
  return entries === undefined ? '' : `up to ${entries.toLocaleString('en-US')}`;
}

function fallbackOf({ default: value }: JsonSchema): string {
  return value === undefined || value === null || value === '' ? '' : `default ${JSON.stringify(value)}`;
}
