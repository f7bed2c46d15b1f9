import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const program = `import { commandStartedAt } from './dev/setup/command-time.mjs'; console.log(commandStartedAt());`;
const node = `${process.execPath} --input-type=module -e "${program}"`;

/** The start time reported by a process that a shell starts two seconds after itself. */
const named = (script: string) => {
  const env = { ...process.env, npm_lifecycle_script: script };
  return Number(execFileSync('sh', ['-c', `sleep 2; ${node}; true`], { env, encoding: 'utf8' }));
};

test(
  'under npm the time counts from the shell of the command, including what it installs',
  { timeout: 30_000 },
  () => {
    const began = Date.now();
    expect(Math.abs(named('node dev/start.mjs') - began)).toBeLessThan(1_500);
  },
);

test('without npm it counts from the process itself', { timeout: 30_000 }, () => {
  const began = Date.now();
  expect(named('vitest run') - began).toBeGreaterThan(1_900);
});
