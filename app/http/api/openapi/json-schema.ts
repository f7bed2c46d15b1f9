import { z } from 'zod';
import type { JsonSchema } from '#app/presenters/api-docs/open-api-types.ts';

/** Path of the components in the document. */
const schemaPlace = '#/components/schemas/';

/** Collects schemas with an id while others that refer to them are written. */
export type SchemaStore = Record<string, JsonSchema>;

/**
 * A zod schema as JSON Schema 2020-12, for input: responses match their schemas, so theirs are the same. Schemas with
 * an id become components of the document.
 */
export function toJsonSchema({ schema, store }: { schema: z.ZodType; store: SchemaStore }): JsonSchema {
  // Inside of another one a schema with an id is a reference, as each is after this.
  const { $defs = {}, properties } = z.toJSONSchema(z.object({ it: schema }), {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // zod omits the examples of transformed types.
      const examples = z.globalRegistry.get(zodSchema)?.examples;
      if (Array.isArray(examples) && !('$ref' in jsonSchema)) jsonSchema.examples = examples;
      simplify(jsonSchema as JsonSchema);
    },
  }) as unknown as { $defs?: Record<string, JsonSchema>; properties: { it: JsonSchema } };
  for (const [name, one] of Object.entries($defs)) {
    delete one.id;
    store[name] = placed(one) as JsonSchema;
  }
  return placed(properties.it) as JsonSchema;
}

/** Removes duplicates, and keywords unknown in other languages. */
function simplify(schema: JsonSchema): void {
  // The format says it.
  if ('format' in schema || schema.type === 'integer') delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (typeof schema.pattern === 'string') {
    // Surrogates are left out: without the `u` flag they are in every emoji.
    schema.pattern = schema.pattern
      .replaceAll('\\p{Cc}', '\\u0000-\\u001f\\u007f-\\u009f')
      .replaceAll('\\p{Cs}', '');
  }
  // Client generators treat a field with a default as always present, in requests too.
  if ('default' in schema) {
    schema.description = `${schema.description ?? ''} Default: \`${JSON.stringify(schema.default)}\`.`.trim();
    delete schema.default;
  }
  const { propertyNames } = schema as { propertyNames?: JsonSchema };
  if (propertyNames && Object.keys(propertyNames).join() === 'type') delete schema.propertyNames;
}

/** References to definitions of one schema as references to components of the document. */
function placed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(placed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? inner.replace('#/$defs/', schemaPlace) : placed(inner),
    ]),
  );
}

/** A value a schema takes, made of the examples its parts have. */
export function exampleOf({ schema, store }: { schema: JsonSchema; store: SchemaStore }): unknown {
  const { $ref, examples, properties, items, anyOf, enum: choices } = schema;
  if (examples && examples.length > 0) return examples[0];
  if ($ref !== undefined) {
    const target = store[$ref.slice(schemaPlace.length)];
    return target ? exampleOf({ schema: target, store }) : null;
  }
  if ('const' in schema) return schema.const;
  if (choices) return choices[0];
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, exampleOf({ schema: inner, store })]),
    );
  }
  if (items) return [exampleOf({ schema: items, store })];
  const [first] = anyOf ?? [];
  return first ? exampleOf({ schema: first, store }) : null;
}
