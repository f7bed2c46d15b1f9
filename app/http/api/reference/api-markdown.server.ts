import { apiErrors } from '#app/content/api-errors.ts';
import { docsPages } from '#app/content/docs-pages.ts';
import { tagline } from '#app/content/tagline.ts';
import { problemType } from '#app/http/api/openapi/declaration.ts';
import { groups } from '#app/presenters/api-docs/choices.ts';
import type { FieldView } from '#app/presenters/api-docs/fields.ts';
import type { OpenApiDocument } from '#app/presenters/api-docs/open-api-types.ts';
import { type CallView, toReference } from '#app/presenters/api-docs/reference.ts';
import { plans } from '#domain/plan.ts';
import { limits } from '#server/rate-limit/limits.ts';

interface Given {
  document: OpenApiDocument;
  /** Where this service is reached, without a slash at its end. */
  origin: string;
}

/** Placeholder for an unknown key. */
export const keyPlaceholder = 'YOUR_API_KEY';

/** The reference of the public API as Markdown, of the same document as the page. */
export function apiMarkdown({ document, origin }: Given): string {
  const reference = toReference({ document, origin, apiKey: keyPlaceholder });
  const sections = [
    '# Punctual API',
    `Base URL: \`${document.servers[0]?.url ?? origin}\`. The same as OpenAPI 3.1: ${origin}/api/v1/openapi.json`,
    authentication(origin),
    conventions,
    ...groups.flatMap(({ value, label }) => [`## ${label}`, ...reference[value].map(callSection)]),
    errorSection(origin),
  ];
  return `${sections.join('\n\n')}\n`;
}

function authentication(origin: string): string {
  const names = Object.values(plans)
    .filter(({ hasApiAccess }) => hasApiAccess)
    .map(({ name }) => name)
    .join(' and ');
  return [
    '## Authentication',
    `Send \`Authorization: Bearer ${keyPlaceholder}\` with every request. The API is included in ${names}; find your key at ${origin}/dashboard/api-docs.`,
  ].join('\n\n');
}

const conventions = `## Conventions

- Bodies and responses are JSON. A response is \`{"success", "data", "error"}\`; lists also have \`pagination\`. 204 has no body.
- Names may be written in snake_case or camelCase. Unknown fields are refused by name.
- PUT and PATCH change the given fields and leave the rest.
- Times are ISO 8601 in UTC.
- Lists have 20 rows a page, up to 100 with \`per_page\`. Executions also return \`next_cursor\`: pages end at row 1,000; use \`cursor\` beyond that.
- \`Idempotency-Key\` on a POST: for 24 hours, a request with the same key takes effect once; a repeated request returns the status and ids of the first one with current data, so retrying is safe.
- \`If-Match\` with the ETag of a job refuses a change based on an older version (412).
- ${limits.key_premium.points} requests a minute with Premium, ${limits.key_ultimate.points} with Ultimate; \`RateLimit\` shows how many are left.`;

function callSection(call: CallView): string {
  const { method, path, summary, description, parameters, body, responses, errors, examples } = call;
  const parts = [
    `### ${summary}`,
    `\`${method} ${path}\``,
    description,
    listOf({ title: 'Parameters', fields: parameters }),
    listOf({ title: 'Body', fields: body }),
    fenced({ language: 'bash', code: examples.curl }),
    ...responses.flatMap(({ status, text, example }) => [
      `${status}: ${text}`,
      example === null ? '' : fenced({ language: 'json', code: example }),
    ]),
    `Errors: ${errors.map(({ status, type }) => `${status} ${type}`).join(', ')}.`,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function listOf({ title, fields }: { title: string; fields: FieldView[] }): string {
  if (fields.length === 0) return '';
  const lines = fields.map(
    ({ name, kind, isRequired, text }) => `- \`${name}\` (${kind}${isRequired ? ', required' : ''}) ${text}`,
  );
  return `${title}:\n\n${lines.join('\n')}`;
}

function fenced({ language, code }: { language: string; code: string }): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

function errorSection(origin: string): string {
  const lines = apiErrors.map(
    ({ status, type, when, remedy }) =>
      `### ${status} ${type}\n\n${when} ${remedy}\n\nType of the problem: \`${problemType({ origin, type })}\``,
  );
  return ['## Errors', ...lines].join('\n\n');
}

/** Every error of the API, as the page of errors has them. */
export function errorsMarkdown(origin: string): string {
  return `# API Errors\n\n${errorSection(origin)}\n`;
}

/** Description of the service with links for machines (llmstxt.org). */
export function llmsText({ document, origin }: Given): string {
  const reference = toReference({ document, origin, apiKey: keyPlaceholder });
  const calls = groups
    .flatMap(({ value }) => reference[value])
    .map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`);
  return `# Punctual

> ${tagline} Punctual calls web endpoints on a cron schedule, retries failures, and keeps one record for every run.

A job says what to call and when: a URL with method, headers and payload, and a cron expression with a time zone. Every scheduled time becomes one execution with one outcome. Programs access jobs and executions with an API key, sent as \`Authorization: Bearer\`.

## API

- [Reference as Markdown](${origin}/docs/api.md): every call with its fields, an example and its errors
- [OpenAPI 3.1](${origin}/api/v1/openapi.json): the same for generators
- [Errors](${origin}/docs/errors): what each type means and what to do
- Tools for models (Model Context Protocol) at \`${origin}/mcp\`, by the same key

## Documentation

${docsPages.map(({ name, title, description: text }) => `- [${title}](${origin}/docs/${name}.md): ${text}`).join('\n')}

## Calls

${calls.join('\n')}

## Optional

- [Plans and prices](${origin}/): what each plan holds
- [Status](${origin}/status.json): how late calls left, and what was missed, day by day
`;
}
