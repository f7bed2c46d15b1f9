import { apiErrors } from '#app/content/api-errors.ts';
import type { OpenApiDocument } from '#app/presenters/api-docs/open-api-types.ts';
import { indentJson } from '#domain/text/indent-json.ts';
import type { GroupName, Language } from './choices.ts';
import { codeExamples } from './code-examples.ts';
import { bodyViews, parameterViews, type FieldView } from './fields.ts';
import { jsonOf, keyOperations, type FoundOperation } from './read-document.ts';

export interface ApiResponseView {
  status: number;
  text: string;
  /** Pretty-printed JSON; null for a response without a body. */
  example: string | null;
}

/** A call of the reference. */
export interface CallView {
  /** The anchor: "create-job". */
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: FieldView[];
  body: FieldView[];
  responses: ApiResponseView[];
  errors: { status: number; type: string }[];
  examples: Record<Language, string>;
}

/** The calls of the public API by the tabs of the reference. */
export type Reference = Record<GroupName, CallView[]>;

/**
 * The document for its readers: the calls a key reaches.
 * @param apiKey placeholder of the key in every example
 */
export function toReference({
  document,
  origin,
  apiKey,
}: {
  document: OpenApiDocument;
  origin: string;
  apiKey: string;
}): Reference {
  const calls = keyOperations(document).map((found) => toCall({ document, found, origin, apiKey }));
  const of = (group: GroupName) => calls.filter(({ path }) => groupOf(path) === group);
  return {
    jobs: of('jobs'),
    executions: of('executions'),
    incidents: of('incidents'),
    channels: of('channels'),
    events: of('events'),
  };
}

/** The first group with a pattern for the path; jobs have none. */
const patterns: [GroupName, RegExp][] = [
  ['executions', /\/(?:executions|trigger)(?:\/|$)/],
  ['incidents', /\/incidents(?:\/|$)/],
  ['channels', /\/(?:channels|notification-rules)(?:\/|$)/],
  ['events', /\/(?:event-subscriptions|metrics)(?:\/|$)/],
];

function groupOf(path: string): GroupName {
  return patterns.find(([, pattern]) => pattern.test(path))?.[0] ?? 'jobs';
}

interface Given {
  document: OpenApiDocument;
  found: FoundOperation;
  origin: string;
  apiKey: string;
}

function toCall({ document, found, origin, apiKey }: Given): CallView {
  const { method, path, operation, parameters, responses } = found;
  const { operationId, summary, description = '', requestBody } = operation;
  const sent = jsonOf(requestBody?.content);
  const results = toResponses(responses);
  const url = origin + withExamples({ path, parameters });
  return {
    id: operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    method,
    path,
    summary,
    description,
    parameters: parameterViews({ document, found }),
    body: sent ? bodyViews({ document, schema: sent.schema }) : [],
    responses: results,
    errors: responses
      .filter(([status]) => status >= 400)
      .map(([status]) => ({ status, type: typeOf(status) })),
    examples: codeExamples({
      method,
      url,
      ...(sent && { body: sent.example }),
      hasResponse: results.some(({ example }) => example !== null),
      apiKey,
    }),
  };
}

/**
 * Successful responses to a key. 201 comes before 200; equal responses are shown once; if a key gets no body, only a
 * token gets one (D45).
 */
function toResponses(responses: FoundOperation['responses']): ApiResponseView[] {
  const shown = new Set<string>();
  const isEmpty = responses.some(([status]) => status === 204);
  return responses
    .filter(([status]) => (isEmpty ? status === 204 : status < 300))
    .sort(([a], [b]) => b - a)
    .map(([status, { description, content }]) => {
      const given = jsonOf(content)?.example;
      const example = given === undefined ? null : indentJson(JSON.stringify(given));
      const isNew = example !== null && !shown.has(example);
      if (isNew) shown.add(example);
      return { status, text: description, example: isNew ? example : null };
    });
}

/** Each status has one type (D43). */
function typeOf(status: number): string {
  return apiErrors.find((error) => error.status === status)?.type ?? String(status);
}

const exampleIds: Record<string, string> = {
  jobs: '42',
  executions: '90071',
  'event-subscriptions': '4',
  deliveries: '8123',
  test: '6b1f0c58-6f0c-4f0e-9c39-0d6f2d2f7a10',
};

/** A path with its parameters filled in: their example, else a plausible id. */
function withExamples({ path, parameters }: Pick<FoundOperation, 'path' | 'parameters'>): string {
  return path.replace(/(?<![\w-])([\w-]+)\/\{(\w+)\}/g, (_, before: string, name: string) => {
    const [shown] = parameters.find((one) => one.name === name)?.schema.examples ?? [];
    const value = typeof shown === 'number' || typeof shown === 'string' ? String(shown) : exampleIds[before];
    return `${before}/${value ?? '1'}`;
  });
}
