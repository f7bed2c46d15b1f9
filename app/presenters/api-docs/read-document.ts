import type {
  JsonSchema,
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  SchemaReference,
  ResponseObject,
} from '#app/presenters/api-docs/open-api-types.ts';

/** An operation of the document with its references resolved, except schemas. */
export interface FoundOperation {
  /** In capitals. */
  method: string;
  /** Its full path from the root. */
  path: string;
  operation: Operation;
  parameters: Parameter[];
  responses: [status: number, response: ResponseObject][];
}

/** The calls a key reaches, by path: subresources come after their parent. */
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

/** Order of calls: one before many, and these before previews; running a job before reading the results. */
function orderOf(path: string): string {
  return path
    .replaceAll('{', '!')
    .replace('/trigger', '/!')
    .replace('/bulk', '/~bulk')
    .replace('/test', '/~test');
}

/** The path every path of the document begins with, such as /api/v1. */
export function basePathOf({ servers }: OpenApiDocument): string {
  const [first] = servers;
  return first ? new URL(first.url).pathname.replace(/\/$/, '') : '';
}

const isReference = (value: object): value is SchemaReference => '$ref' in value;

function targetOf({
  document,
  reference: { $ref },
}: {
  document: OpenApiDocument;
  reference: SchemaReference;
}): object {
  const names = $ref.replace(/^#\//, '').split('/');
  const found = names.reduce<unknown>(
    (at, name) => (at as Record<string, unknown> | undefined)?.[name],
    document,
  );
  if (typeof found !== 'object' || found === null) throw new Error(`The API document lacks ${$ref}.`);
  return found;
}

/** The JSON of a body or a response. */
export function jsonOf(content: Record<string, MediaType> | undefined): MediaType | undefined {
  return content?.['application/json'];
}

/** Resolves the reference of a schema, and takes the first of several spellings. */
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
  // For a nullable value only its type is shown; for two other types, both.
  const types = [plain, ...others.map((one) => plainSchema({ document, schema: one }))].map(
    ({ type }) => type,
  );
  const isMixed = new Set(types).size > 1;
  return { ...plain, ...besides, ...(isMixed && { type: [...new Set(types)].join(' or ') }) };
}
