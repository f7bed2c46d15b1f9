import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeFlags } from './node-flags.ts';

test.each(['app/main.server.ts', 'worker/main.ts'])(
  '%s is started with the flags wherever it is started by name',
  (file) => {
    expect(readFileSync('package.json', 'utf8')).toContain(
      `"node ${nodeFlags.join(' ')} --import tsx ${file}"`,
    );
    expect(readFileSync('docker-compose.yml', 'utf8')).toContain(
      `[node, ${nodeFlags.join(', ')}, --import, tsx, ${file}]`,
    );
  },
);

test('so is the image when nobody says what it is to run', () => {
  const command = ['node', ...nodeFlags, '--import', 'tsx', 'app/main.server.ts'];
  expect(readFileSync('Dockerfile', 'utf8')).toContain(
    `CMD ${JSON.stringify(command).replaceAll(',', ', ')}`,
  );
});
