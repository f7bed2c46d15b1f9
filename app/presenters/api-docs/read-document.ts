import type {
  JsonSchema,
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  Reference,
  ResponseObject,
} from '#app/presenters/api-docs/open-api-types.ts';

/** An operation of the document with what it refers to in its place, save for schemas. */
export interface FoundOperation {
  /** In capitals. */
  method: string;
  /** As it is called, from the root on. */
  path: string;
  operation: Operation;
  parameters: Parameter[];
  responses: [status: number, response: ResponseObject][];
}

/** The calls that a key reaches, in the order of their paths: what stands under one thing comes after it. */
export function keyOperations(document: OpenApiDocument): FoundOperation[] {
  const base = basePathOf(document);
  const paths = Object.entries(document.paths).map(([path, calls]) => ({
    path,
    calls,
    order: orderOf(path),
  }));
  const byPath = paths.sort((a, b) => (a.order < b.order ? -1 : 1));
  return byPath.flatMap(({ path, calls }) =>
    Object.entries(calls)
      .filter(([, { security }]) => security.some((one) => 'apiKey' in one))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: base + path,
        operation,
        parameters: operation.parameters.map((one) =>
          isReference(one) ? (targetOf({ document, reference: one }) as Parameter) : one,
        ),
        responses: Object.entries(operation.responses).map(([status, one]): [number, ResponseObject] => [
          Number(status),
          isReference(one) ? (targetOf({ document, reference: one }) as ResponseObject) : one,
        ]),
      })),
  );
}

/** One thing before many at once, and these before what is only tried; to run a job before what came of it. */
function orderOf(path: string): string {
  return path
    .replaceAll('{', '!')
    .replace('/trigger', '/!')
    .replace('/bulk', '/~bulk')
    .replace('/test', '/~test');
}

/** The path that every path of the document begins with, such as /api/v1. */
export function basePathOf({ servers }: OpenApiDocument): string {
  const [first] = servers;
  return first ? new URL(first.url).pathname.replace(/\/$/, '') : '';
}

const isReference = (value: object): value is Reference => '$ref' in value;

function targetOf({
  document,
  reference: { $ref },
}: {
  document: OpenApiDocument;
  reference: Reference;
}): object {
  const names = $ref.replace(/^#\//, '').split('/');
  const found = names.reduce<unknown>(
    (at, name) => (at as Record<string, unknown> | undefined)?.[name],
    document,
  );
  if (typeof found !== 'object' || found === null) throw new Error(`The API document lacks ${$ref}.`);
  return found;
}

/** The JSON of a body or an answer. */
export function jsonOf(content: Record<string, MediaType> | undefined): MediaType | undefined {
  return content?.['application/json'];
}

/** What a schema refers to, and of several spellings of one thing the first. */
export function plainSchema({
  document,
  schema,
}: {
  document: OpenApiDocument;
  schema: JsonSchema;
}): JsonSchema {
  if (schema.$ref !== undefined) {
    const target = targetOf({ document, reference: { $ref: schema.$ref } }) as JsonSchema;
    const { $ref: _, ...besides } = schema;
    return { ...plainSchema({ document, schema: target }), ...besides };
  }
  const { anyOf, ...besides } = schema;
  const [first, ...others] = (anyOf ?? []).filter(({ type }) => type !== 'null');
  if (!first) return schema;
  const plain = plainSchema({ document, schema: first });
  // Of a value that may be null only that is told; of two other kinds both are.
  const types = [plain, ...others.map((one) => plainSchema({ document, schema: one }))].map(
    ({ type }) => type,
  );
  const isMixed = new Set(types).size > 1;
  return { ...plain, ...besides, ...(isMixed && { type: [...new Set(types)].join(' or ') }) };
}
