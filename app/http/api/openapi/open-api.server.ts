import { type Declarations, ownOrigin } from '#app/http/api/openapi/declaration.ts';
import type { SchemaStore } from '#app/http/api/openapi/json-schema.ts';
import { errorResponses, errorSchemas } from '#app/http/api/openapi/open-api-errors.ts';
import {
  headersNamed,
  parameterNamed,
  requestHeaders,
  responseHeaders,
} from '#app/http/api/openapi/open-api-headers.ts';
import { toOperation } from '#app/http/api/openapi/open-api-operation.ts';
import type { ApiMethod, OpenApiDocument, Operation } from '#app/presenters/api-docs/open-api-types.ts';

/** Each route of the API carries the declarations of its calls; the document's own is no part of them. */
const modules = import.meta.glob<{ loader: { declarations: Declarations } }>(
  ['/app/routes/api.v1.*.ts', '!**/api.v1.openapi*.ts', '!**/*.test.ts'],
  { eager: true },
);

const documents = new Map<string, OpenApiDocument>();

/**
 * The API as a document of OpenAPI 3.1, assembled from the routes' declarations with their validating schemas.
 * @param origin public origin of the service, without a slash at its end
 */
export function openApiDocument({ origin }: { origin: string }): OpenApiDocument {
  const known = documents.get(origin);
  if (known) return known;
  const made = JSON.parse(
    JSON.stringify(makeDocument(origin)).replaceAll(ownOrigin, origin),
  ) as OpenApiDocument;
  documents.set(origin, made);
  return made;
}

function makeDocument(origin: string): OpenApiDocument {
  const store: SchemaStore = {};
  const paths: OpenApiDocument['paths'] = {};
  const routes = Object.entries(modules).map(([file, { loader }]) => ({ path: pathOf(file), loader }));
  for (const { path, loader } of routes.sort((a, b) => placeOf(a.path).localeCompare(placeOf(b.path)))) {
    const operations = Object.entries(loader.declarations).map(([name, declaration]) => {
      const method = name as ApiMethod;
      return [method, toOperation({ declaration, method, path, store })] as const;
    });
    paths[path] = Object.fromEntries(operations);
  }
  paths['/openapi.json'] = { get: ownOperation };
  return {
    openapi: '3.1.0',
    info: { title: 'Punctual', version: '1', description },
    servers: [{ url: `${origin}/api/v1`, description: 'This service.' }],
    tags,
    paths,
    components: {
      schemas: { ...store, ...errorSchemas },
      parameters: requestHeaders,
      headers: responseHeaders,
      responses: errorResponses(origin),
      securitySchemes,
    },
  };
}

/** Path of a route file in Remix, behind /api/v1: dots separate, `$` is a parameter, and brackets escape. */
function pathOf(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.ts$/, '');
  const parts = name.replace(/\[|\]/g, '').split('.').slice(2);
  return `/${parts.map((part) => (part.startsWith('$') ? `{${part.slice(1)}}` : part)).join('/')}`;
}

/** Jobs come first, the account last. */
const placeOf = (path: string) => `${nouns.findIndex((noun) => path.startsWith(noun))}${path}`;
const nouns = ['/jobs', '/incidents', '/channels', '/previews', '/event-subscriptions', '/metrics', ''];

const ownOperation: Operation = {
  operationId: 'getDocument',
  summary: 'This document',
  tags: ['Document'],
  security: [],
  parameters: [parameterNamed('IfNoneMatch')],
  responses: {
    '200': {
      description: 'OpenAPI 3.1, without an envelope.',
      headers: headersNamed(['X-Request-Id', 'ETag']),
      content: { 'application/json': { schema: { type: 'object', required: ['openapi', 'info', 'paths'] } } },
    },
    '304': { description: 'Not modified.', headers: headersNamed(['X-Request-Id', 'ETag']) },
  },
};

const tags = [
  { name: 'Jobs', description: 'The request and its schedule.' },
  { name: 'Executions', description: 'The outcome of each run.' },
  { name: 'Incidents', description: 'Streaks of failures that were notified.' },
  { name: 'Notifications', description: 'The channels that are notified of jobs without their own.' },
  { name: 'Channels', description: 'Named destinations of notifications.' },
  { name: 'Previews', description: 'A preview of a schedule.' },
  { name: 'Event Subscriptions', description: 'URLs that receive the events of the account.' },
  { name: 'Metrics', description: 'Figures of all jobs for Prometheus.' },
  { name: 'Account', description: 'The caller, its credentials and its keys.' },
  { name: 'Subscriptions', description: 'The plan of the account and its subscription.' },
  { name: 'Admin', description: 'The whole installation, for admins.' },
  { name: 'Document', description: 'This document.' },
];

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'pnc_live_…',
    description:
      'An API key with read or write scope, of a Premium or Ultimate account. It reaches jobs, executions, incidents, channels, previews, event subscriptions and metrics.',
  },
  productToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The token that `POST /auth/token` returns, valid for 15 minutes. It reaches every call; Admin calls only for admins.',
  },
};

const description = `Punctual calls web endpoints on a schedule and records every run.

- Send \`Authorization: Bearer …\` with an API key or a product token. The credential decides the format of a job: a key
  gets \`cron\` and headers as an object, a token \`cron_expression\` and headers as JSON text.
- Every response is the envelope \`success\`, \`data\`, \`error\`; errors are also available as problem+json (Accept header).
- Names may be written in snake_case or camelCase. Unknown fields are refused.
- A method that a path does not support returns 405 with \`Allow\`; HEAD works wherever GET does.
- Another account's job or event subscription gets exactly the response of one that does not exist.`;
