import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeFlags } from './node-flags.ts';

test.each(['build/web/server/main.js', 'build/worker/main.js'])(
  '%s is started with the flags wherever it is started by name',
  (program) => {
    const command = ['node', ...nodeFlags, ...program.split(' ')];
    expect(readFileSync('package.json', 'utf8')).toContain(`"${command.join(' ')}"`);
    expect(readFileSync('docker-compose.yml', 'utf8')).toContain(`[${command.join(', ')}]`);
  },
);

test('the image starts the web process with the flags by default', () => {
  const command = ['node', ...nodeFlags, 'build/web/server/main.js'];
  expect(readFileSync('Dockerfile', 'utf8')).toContain(
    `CMD ${JSON.stringify(command).replaceAll(',', ', ')}`,
  );
});
