import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, test } from 'vitest';

const ways = [
  `import { Worker } from 'node:worker_threads';`,
  `import { parentPort, Worker as Thread } from 'worker_threads';`,
  `import * as threads from 'node:worker_threads';`,
  `import threads from 'node:worker_threads';`,
  `export { Worker } from 'node:worker_threads';`,
  `export * from 'node:worker_threads';`,
  `const { Worker } = await import('node:worker_threads');`,
  `const { Worker } = require('node:worker_threads');`,
  `const { Worker } = process.getBuiltinModule('node:worker_threads');`,
  `new Worker(new URL('./x.js', import.meta.url));`,
  `new threads.Worker('./x.js');`,
];
const elsewhere = [
  'server/transfer/reading/read-yaml.server.ts',
  'server/outbound/response/regex-worker.server.ts',
  'server/threads/thread-pool.server.ts',
  'app/http/forms/run-import.server.ts',
  'worker/main.ts',
  'domain/job/job.ts',
  'workflows/index.ts',
  'dev/main.ts',
  'server/outbound/response/match-pattern.worker.js',
];

/** Messages of the rule as configured for a file. */
async function messagesIn({ file, code }: { file: string; code: string }): Promise<string[]> {
  const config = (await new ESLint().calculateConfigForFile(file)) as Linter.Config;
  const rule = config.rules?.['no-restricted-syntax'] ?? 'off';
  const found = new Linter().verify(
    code,
    [
      {
        files: ['**/*.ts', '**/*.js'],
        languageOptions: { parser: tseslint.parser },
        rules: { 'no-restricted-syntax': rule },
      },
    ],
    { filename: file },
  );
  return found.map(({ message }) => message);
}

test.each(elsewhere)('lint reports every way to start a thread in %s', { timeout: 60_000 }, async (file) => {
  for (const code of ways) {
    expect(await messagesIn({ file, code }), code).toContain(
      'Threads are started by server/threads alone: createThreadPool.',
    );
  }
});

test('lint allows one file to start threads, and thread programs to reply', async () => {
  const file = 'server/threads/start-thread.server.ts';
  expect(await messagesIn({ file, code: ways[0] ?? '' })).toEqual([]);
  const worker = 'server/outbound/response/match-pattern.worker.js';
  const code = `import { parentPort, workerData } from 'node:worker_threads';`;
  expect(await messagesIn({ file: worker, code })).toEqual([]);
  const own = `import { request } from 'node:http';`;
  expect(await messagesIn({ file, code: own })).toHaveLength(1);
});
