import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';

type Schema = Record<string, unknown>;

/** An object as the provider writes one. */
export interface Shaped {
  object: string;
  deleted?: boolean;
  data?: unknown;
}

/**
 * Reads the provider's description of its API.
 * @returns what is wrong with an object by it; null: nothing
 */
export async function readDescription(file: string): Promise<(shaped: Shaped) => string | null> {
  const { components } = JSON.parse(await readFile(file, 'utf8')) as { components: { schemas: Schema } };
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'provider', components: { schemas: toJsonSchema(components.schemas) } });
  return (shaped) => {
    const name = shaped.deleted === true ? `deleted_${shaped.object}` : shaped.object;
    const validate = ajv.getSchema(`provider#/components/schemas/${name}`);
    if (!validate) return `There is no ${name}.`;
    return validate(shaped) === true ? null : JSON.stringify(validate.errors?.[0]);
  };
}

/** An object with the rows of a list, or with the subject of an event. */
export function partsOf(shaped: Shaped): Shaped[] {
  if (shaped.object === 'list') return (shaped.data as Shaped[]).flatMap(partsOf);
  if (shaped.object === 'event') return [shaped, ...partsOf((shaped.data as { object: Shaped }).object)];
  return [shaped];
}

/** OpenAPI 3.0 says `nullable` where JSON Schema has a type. */
function toJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toJsonSchema);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = node as Schema;
  const plain = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, toJsonSchema(value)]));
  return nullable === true ? { anyOf: [{ type: 'null' }, plain] } : plain;
}
