import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { workerFlags } from './node-flags.ts';

test('the worker is started with its flags wherever it is started by name', () => {
  const flags = workerFlags.join(' ');
  expect(readFileSync('package.json', 'utf8')).toContain(`"node ${flags} --import tsx worker/main.ts"`);
  expect(readFileSync('docker-compose.yml', 'utf8')).toContain(
    `[node, ${workerFlags.join(', ')}, --import, tsx, worker/main.ts]`,
  );
});
