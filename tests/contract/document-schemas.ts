import formats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from '#app/presenters/api-docs/open-api-types.ts';

/** Compiles schemas of a document; unknown fields in a response are errors here. */
export function compilerOf(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  formats(ajv);
  const components = { $id: 'document:', components: closed(document.components) };
  ajv.addSchema(components);
  const compiled = new Map<string, ValidateFunction>();
  return {
    of(schema: object): ValidateFunction {
      const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"document:#/components/');
      let validate = compiled.get(text);
      if (!validate) {
        validate = ajv.compile(JSON.parse(text) as object);
        compiled.set(text, validate);
      }
      return validate;
    },
  };
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]));
  const isOpen = inner.type === 'object' && 'properties' in inner && !('additionalProperties' in inner);
  return isOpen ? { ...inner, additionalProperties: false } : inner;
}

/** Reports whether an example fits its schema, with the missing parts. */
export function exampleErrors(document: OpenApiDocument): string[] {
  const schemas = compilerOf(document);
  const errors: string[] = [];
  const walk = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { schema, example } = value as { schema?: object; example?: unknown };
    if (schema && example !== undefined) {
      const validate = schemas.of(schema);
      if (!validate(example)) errors.push(`${place}: ${JSON.stringify(validate.errors)}`);
    }
    for (const [key, inner] of Object.entries(value)) walk(inner, `${place}/${key}`);
  };
  walk(document, '');
  return errors;
}
