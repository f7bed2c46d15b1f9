import { z } from 'zod';
import { anyFields } from '#app/http/api/check-input.ts';
import type { Declaration, DescribedResponse } from '#app/http/api/openapi/declaration.ts';
import { exampleOf, type SchemaStore, toJsonSchema } from '#app/http/api/openapi/json-schema.ts';
import { errorsOf } from '#app/http/api/openapi/open-api-errors.ts';
import {
  responseHeaders,
  type HeaderName,
  headersNamed,
  parameterNamed,
} from '#app/http/api/openapi/open-api-headers.ts';
import { besidePage } from '#app/http/api/openapi/page-schema.ts';
import type {
  ApiMethod,
  JsonSchema,
  Operation,
  Parameter,
  SchemaReference,
  ResponseObject,
} from '#app/presenters/api-docs/open-api-types.ts';
import { callerKinds } from '#domain/api-key.ts';

interface Call {
  declaration: Declaration;
  method: ApiMethod;
  /** With its parameters in braces. */
  path: string;
  store: SchemaStore;
}

/** A call as an operation of the API document. */
export function toOperation(call: Call): Operation {
  const { declaration, method, path } = call;
  const { operation, summary, description } = declaration;
  const requestBody = bodyOf(call);
  return {
    operationId: operation,
    summary,
    ...(description !== undefined && { description }),
    tags: [tagOf(path)],
    security: securityOf({ declaration, method }),
    parameters: [
      ...pathParameters(path),
      ...queryParameters(call),
      ...headerParameters({ declaration, method }),
    ],
    ...(requestBody && { requestBody }),
    responses: { ...toResponses(call), ...errorsOf(call) },
  };
}

/** By the last noun of a path. */
function tagOf(path: string): string {
  if (path.includes('/executions')) return 'Executions';
  if (path.startsWith('/event-subscriptions')) return 'Event Subscriptions';
  const [, first = ''] = path.split('/');
  if (first === 'notification-rules') return 'Notifications';
  return first === 'auth' ? 'Account' : first.charAt(0).toUpperCase() + first.slice(1);
}

function securityOf({
  declaration: { access },
  method,
}: Pick<Call, 'declaration' | 'method'>): Operation['security'] {
  if (!access) return [];
  const scope = access.scope === 'by method' ? (method === 'get' ? 'read' : 'write') : access.scope;
  const kinds = callerKinds.toReversed().filter((kind) => access.callers.includes(kind));
  return kinds.map((kind) => (kind === 'key' ? { apiKey: [scope] } : { productToken: [] }));
}

const id = { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 };

/** By the part of the path before them. */
const pathSchemas: Record<string, { description: string; schema: JsonSchema }> = {
  jobs: { description: 'The id of the job.', schema: id },
  channels: { description: 'The id of the channel.', schema: id },
  incidents: { description: 'The id of the incident.', schema: id },
  executions: { description: 'The id of the execution.', schema: { type: 'integer', minimum: 1 } },
  test: { description: 'The execution_id of the test run.', schema: { type: 'string', format: 'uuid' } },
  'api-keys': { description: 'The id of the key.', schema: id },
  'event-subscriptions': { description: 'The id of the event subscription.', schema: id },
  deliveries: { description: 'The id of the delivery.', schema: { type: 'integer', minimum: 1 } },
};

function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/(?<![\w-])([\w-]+)\/\{(\w+)\}/g)].map(([, before = '', name = '']) => {
    const reported = pathSchemas[before];
    if (!reported) throw new Error(`There is no description of the parameter after ${before} in ${path}.`);
    return { name, in: 'path', required: true, ...reported };
  });
}

function queryParameters({ declaration: { query, aliases = {} }, store }: Call): Parameter[] {
  if (!query) return [];
  const { properties = {}, required = [] } = inlined({
    schema: toJsonSchema({ schema: query, store }),
    store,
  });
  return Object.entries(properties).flatMap(([name, { description = '', ...schema }]) => {
    const parameter = { name, in: 'query' as const, required: required.includes(name), description, schema };
    const others = Object.keys(aliases).filter((alias) => aliases[alias] === name);
    const spelled = others.map((alias) =>
      alias.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    );
    const again = spelled.map((other) => ({
      ...parameter,
      name: other,
      description: `The same as ${name}: give one of them.`,
    }));
    return [parameter, ...again];
  });
}

function inlined({ schema, store }: { schema: JsonSchema; store: SchemaStore }): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (store[name] ?? schema);
}

function headerParameters({ declaration, method }: Pick<Call, 'declaration' | 'method'>): SchemaReference[] {
  const { isConditional } = declaration;
  return [
    ...(isConditional ? [parameterNamed('IfMatch')] : []),
    ...(method === 'get' && !isFile(declaration) ? [parameterNamed('IfNoneMatch')] : []),
    ...(declaration.isMadeOnce ? [parameterNamed('IdempotencyKey')] : []),
  ];
}

const isFile = ({ responses }: Declaration) => responses[200]?.file !== undefined;

function bodyOf({ declaration: { body, reads }, store }: Call): Operation['requestBody'] {
  const taken = body === anyFields ? reads : body;
  if (!taken) return undefined;
  const schema = toJsonSchema({ schema: taken, store });
  const required = !taken.safeParse({}).success;
  return { required, content: { 'application/json': { schema, example: exampleOf({ schema, store }) } } };
}

function toResponses(call: Call): Record<string, ResponseObject> {
  const { declaration, method } = call;
  const given = Object.entries(declaration.responses).map(
    ([status, response]) => [status, toResponse({ ...call, response })] as const,
  );
  const notModified = {
    description: 'Nothing has changed since the ETag that If-None-Match names.',
    headers: headersNamed(['X-Request-Id', 'ETag', 'RateLimit', 'RateLimit-Policy']),
  };
  const hasTag = method === 'get' && !isFile(declaration);
  return { ...Object.fromEntries(given), ...(hasTag && { '304': notModified }) };
}

function toResponse({
  declaration,
  store,
  response,
}: Call & { response: DescribedResponse }): ResponseObject {
  const { description, data, page, headers = [], file } = response;
  const names: HeaderName[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', ...headers];
  if (data) names.push('ETag');
  if (page && page !== 'with meta') names.push('Link');
  if (declaration.isMadeOnce) names.push('Idempotency-Replayed');
  const shown = { ...headersNamed(names), ...(declaration.access ? {} : limitWhereCounted) };
  if (file) return { description, headers: shown, content: { [file]: { schema: { type: 'string' } } } };
  if (!data) return { description, headers: shown };
  const schema = envelopeOf({ data: toJsonSchema({ schema: data, store }), page, store });
  return {
    description,
    headers: shown,
    content: { 'application/json': { schema, example: exampleOf({ schema, store }) } },
  };
}

/** A call without a credential may be one that counts against no limit. */
const limitWhereCounted = {
  RateLimit: { ...responseHeaders.RateLimit, required: false },
  'RateLimit-Policy': { ...responseHeaders['RateLimit-Policy'], required: false },
};

/** The envelope of a response (D19). */
function envelopeOf({
  data,
  page,
  store,
}: {
  data: JsonSchema;
  page: DescribedResponse['page'];
  store: SchemaStore;
}): JsonSchema {
  const around = { success: { const: true }, data };
  const error = { type: 'null' };
  const beside = page ? besidePage(page) : [z.object({})];
  const shapes = beside.map((schema) => {
    const { properties = {} } = toJsonSchema({ schema, store });
    const all = { ...around, ...properties, error };
    return { type: 'object', properties: all, required: Object.keys(all) };
  });
  const [only] = shapes;
  return shapes.length === 1 && only ? only : { anyOf: shapes };
}
