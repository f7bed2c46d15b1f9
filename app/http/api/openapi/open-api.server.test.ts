import { readdirSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { openApiDocument } from '#app/http/api/openapi/open-api.server.ts';
import { exampleErrors } from '#tests/contract/document-schemas.ts';

const document = openApiDocument({ origin: 'https://punctual.example' });
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(
    JSON.parse(JSON.stringify(document)) as Record<string, unknown>,
  );
  expect([valid, errors, validator.version]).toEqual([true, undefined, '3.1']);
});

test('each route file is a path of the document, and each path a route file', () => {
  const files = readdirSync('app/routes').filter((file) => file.startsWith('api.v1.'));
  expect(Object.keys(document.paths)).toHaveLength(files.length);
});

test('every operation has a unique name, a summary, and examples that fit its schemas', () => {
  const names = operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const { summary, operationId, parameters } of operations) {
    expect(summary.length, operationId).toBeGreaterThan(5);
    for (const one of parameters) {
      if (!('$ref' in one)) expect(one.description.length, `${operationId} ${one.name}`).toBeGreaterThan(5);
    }
  }
  expect(exampleErrors(document)).toEqual([]);
});

test('every POST with a credential takes an Idempotency-Key, except those that return an API key', () => {
  const key = '#/components/parameters/IdempotencyKey';
  const takes = ({ parameters }: (typeof operations)[number]) =>
    parameters.some((one) => '$ref' in one && one.$ref === key);
  const without = Object.entries(document.paths).flatMap(([path, { post }]) =>
    post && !takes(post) ? [path] : [],
  );
  expect(without.sort()).toEqual([
    '/auth/api-key/reveal',
    '/auth/api-keys',
    '/auth/regenerate-api-key',
    '/auth/token',
  ]);
});

test('URLs of this service have its own origin', () => {
  const text = JSON.stringify(document);
  expect(text).not.toContain('own-origin');
  expect(text).toContain('"https://punctual.example/dashboard/settings?success=true"');
});
