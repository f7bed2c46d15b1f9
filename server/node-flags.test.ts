import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeFlags } from './node-flags.ts';

test.each(['--import tsx app/main.server.ts', 'build/worker/main.js'])(
  '%s is started with the flags wherever it is started by name',
  (program) => {
    const command = ['node', ...nodeFlags, ...program.split(' ')];
    expect(readFileSync('package.json', 'utf8')).toContain(`"${command.join(' ')}"`);
    expect(readFileSync('docker-compose.yml', 'utf8')).toContain(`[${command.join(', ')}]`);
  },
);

test('so is the image when nobody says what it is to run', () => {
  const command = ['node', ...nodeFlags, '--import', 'tsx', 'app/main.server.ts'];
  expect(readFileSync('Dockerfile', 'utf8')).toContain(
    `CMD ${JSON.stringify(command).replaceAll(',', ', ')}`,
  );
});
