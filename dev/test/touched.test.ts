import { expect, test } from 'vitest';
import { touchedTests } from './touched.ts';

const sources = new Map([
  ['domain/plan.ts', 'export const plan = 1;'],
  ['domain/plan.test.ts', "import { plan } from './plan.ts';"],
  ['server/prices.server.ts', "import { plan } from '#domain/plan.ts';"],
  ['server/prices.server.test.ts', "const prices = await import('./prices.server.ts');"],
  [
    'server/types.test.ts',
    "import type { Plan,\n  Tier } from '#domain/plan.ts';\nimport { a } from './a.ts';",
  ],
  ['tests/integration/prices.test.ts', "import '#server/prices.server.ts';"],
  ['app/components/ui/cell.tsx', ''],
  ['app/components/heat-map/heat-chart.tsx', "import { Cell } from '#app/components/ui/cell.tsx';"],
  ['tests/e2e/made-jobs.ts', ''],
  ['tests/e2e/jobs/bulk.spec.ts', "import { make } from '#tests/e2e/made-jobs.ts';"],
  ['tests/e2e/jobs/heat-map.spec.ts', ''],
  ['tests/e2e/jobs/job-form.spec.ts', ''],
]);
const touched = (...changed: string[]) => touchedTests({ sources, changed });

test('a change selects the tests that import it, the nearest first', () => {
  expect(touched('domain/plan.ts')).toEqual({
    unit: ['domain/plan.test.ts', 'server/prices.server.test.ts'],
    integration: ['tests/integration/prices.test.ts'],
    browser: [],
    leftOut: 0,
  });
});

test('a changed test is selected itself, and a spec through the steps it imports', () => {
  expect(touched('domain/plan.test.ts').unit).toEqual(['domain/plan.test.ts']);
  expect(touched('tests/e2e/made-jobs.ts').browser).toEqual(['tests/e2e/jobs/bulk.spec.ts']);
});

test('a spec is selected by a screen of the same name', () => {
  expect(touched('app/components/job/heat-map.tsx').browser).toEqual(['tests/e2e/jobs/heat-map.spec.ts']);
  expect(touched('app/components/jobs/form/tag-field.tsx').browser).toEqual([
    'tests/e2e/jobs/job-form.spec.ts',
  ]);
  expect(touched('app/components/job/heat-map.test.tsx').browser).toEqual([]);
});

test('a part of screens without its own tests selects the specs named like these screens', () => {
  expect(touched('app/components/ui/cell.tsx')).toEqual({
    unit: [],
    integration: [],
    browser: ['tests/e2e/jobs/heat-map.spec.ts'],
    leftOut: 0,
  });
});

test('tests beyond the limit of a quick run are left out and counted', () => {
  const many = Array.from({ length: 12 }, (_, n) => `tests/integration/n${n}.test.ts`);
  const given = touchedTests({
    sources: new Map(many.map((path) => [path, "import '#server/log.server.ts';"])),
    changed: ['server/log.server.ts'],
  });
  expect(given.integration).toEqual(many.slice(0, 9));
  expect(given.leftOut).toBe(3);
});
