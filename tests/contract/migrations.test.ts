import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('last.prisma is the schema, so that db:migration writes the next change and nothing else', () => {
  const [schema, last] = ['prisma/schema.prisma', 'prisma/migrations/last.prisma'].map((path) =>
    readFileSync(path, 'utf8'),
  );
  expect(last).toBe(schema);
});
