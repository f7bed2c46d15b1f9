import type { ValidateFunction } from 'ajv';
import { expect } from 'vitest';
import type {
  ApiMethod,
  HeaderObject,
  OpenApiDocument,
  SchemaReference,
  ResponseObject,
} from '#app/presenters/api-docs/open-api-types.ts';
import { compilerOf } from '#tests/contract/document-schemas.ts';
import type { TestWeb } from '#tests/integration/web/web.ts';

interface Sent {
  method: string;
  /** Behind /api/v1, with its query. */
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

type Checker = (sent: Sent) => void;

const checkers = new WeakMap<TestWeb, Promise<Checker>>();

/** Checks a response against the document served by the same process; paths outside the API are skipped. */
export async function expectDocumented(web: TestWeb, sent: Sent): Promise<void> {
  let checker = checkers.get(web);
  if (!checker) {
    checker = readDocument(web).then(checkerOf);
    checkers.set(web, checker);
  }
  (await checker)(sent);
}

export async function readDocument(web: TestWeb): Promise<OpenApiDocument> {
  const response = await web.ask('/api/v1/openapi.json');
  return (await response.json()) as OpenApiDocument;
}

/** The documented call for a path, by its template. */
export function templateOf({
  document,
  path,
}: {
  document: OpenApiDocument;
  path: string;
}): string | undefined {
  const [asked = ''] = path.split('?');
  const fits = Object.keys(document.paths).filter((template) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+').replace('.', '\\.')}$`).test(asked),
  );
  // Literal segments go before parameters.
  return fits.sort((a, b) => a.split('{').length - b.split('{').length)[0];
}

function checkerOf(document: OpenApiDocument): Checker {
  const schemas = compilerOf(document);
  return ({ method, path, status, headers, text }) => {
    const template = templateOf({ document, path });
    if (template === undefined) return;
    const operation = document.paths[template]?.[method.replace('HEAD', 'GET').toLowerCase() as ApiMethod];
    const what = `${method} ${path} answered ${status}`;
    // An unsupported method has no operation.
    if (!operation) {
      expect(status, what).toBe(405);
      return;
    }
    const given = operation.responses[String(status)];
    expect(given, `${what}, which is not documented`).toBeDefined();
    const response = resolved<ResponseObject>(document, given as ResponseObject | SchemaReference);
    for (const [name, header] of Object.entries(response.headers ?? {})) {
      const { required, schema } = resolved<HeaderObject>(document, header);
      const value = headers.get(name);
      if (value === null) expect(required ?? false, `${what} without ${name}`).toBe(false);
      else
        expectFits(schemas.of(schema), schema.type === 'integer' ? Number(value) : value, `${what}: ${name}`);
    }
    if (method === 'HEAD') return;
    const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
    const { content = {} } = response;
    if (!response.content) expect(text, what).toBe('');
    else expect(Object.keys(content), what).toContain(type);
    const body = content[type]?.schema;
    if (body) expectFits(schemas.of(body), type.endsWith('json') ? JSON.parse(text) : text, what);
  };
}

function expectFits(validate: ValidateFunction, value: unknown, what: string): void {
  validate(value);
  const errors = (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(' '),
  );
  expect(errors, what).toEqual([]);
}

function resolved<Part>(document: OpenApiDocument, part: Part | SchemaReference): Part {
  if (typeof part !== 'object' || part === null || !('$ref' in part)) return part;
  const steps = part.$ref.slice('#/'.length).split('/');
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as Part;
}
