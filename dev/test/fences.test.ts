import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

const rule = /no-restricted-imports$/;
// Imports have no types: without the program of all files a text takes milliseconds.
const eslint = new ESLint({
  ruleFilter: ({ ruleId }) => rule.test(ruleId),
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
});

/** Reports whether lint refuses an import in a file. */
async function isRefused({ file, source }: { file: string; source: string }): Promise<boolean> {
  const [result] = await eslint.lintText(`import { one } from '${source}';\none();\n`, { filePath: file });
  return (result?.messages ?? []).some(({ ruleId }) => rule.test(ruleId ?? ''));
}

test.each([
  ['domain/plan.ts', '#server/log.server.ts'],
  ['domain/job/job.ts', '#server/database/db.server.ts'],
  ['domain/plan.ts', 'node:fs'],
  ['workflows/job.ts', '#domain/job/job.ts'],
  ['workflows/job.ts', '#server/log.server.ts'],
  ['server/log.server.ts', '#app/format/price-text.ts'],
  ['server/log.server.ts', '#worker/main.ts'],
  ['server/log.server.ts', '#workflows/job.ts'],
  ['server/outbound/call-target.server.ts', '#tests/property.ts'],
  ['worker/main.ts', '#app/main.server.ts'],
  ['app/content/marketing.ts', '#app/format/price-text.ts'],
  ['app/format/price-text.ts', '#app/query/paged-address.ts'],
  ['app/query/paged-address.ts', '#app/presenters/csv-cell.ts'],
  ['app/presenters/csv-cell.ts', '#app/components/ui/cn.ts'],
  ['app/presenters/csv-cell.ts', '#app/http/id-param.ts'],
  ['app/components/ui/cn.ts', '#app/http/id-param.ts'],
  ['app/http/id-param.ts', '#app/routes/mcp.ts'],
  ['app/http/id-param.ts', '#server/generated/client.ts'],
])('lint refuses in %s what %s contains', { timeout: 60_000 }, async (file, source) => {
  expect(await isRefused({ file, source })).toBe(true);
});

test.each([
  ['domain/plan.ts', '#domain/job/job.ts'],
  ['workflows/job.ts', '#domain/schedule/cron.ts'],
  ['server/log.server.ts', '#workflows/contract.ts'],
  ['worker/main.ts', '#server/log.server.ts'],
  ['app/presenters/csv-cell.ts', '#app/format/price-text.ts'],
  ['app/components/ui/cn.ts', '#app/presenters/csv-cell.ts'],
  ['app/routes/mcp.ts', '#app/http/mcp/serve-mcp.server.ts'],
])('lint allows %s to import %s', { timeout: 60_000 }, async (file, source) => {
  expect(await isRefused({ file, source })).toBe(false);
});
