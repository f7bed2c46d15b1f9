import { findBrowser } from './browser.ts';
import { startOwnStack } from './own-stack.ts';
import { endCommands, runCommand } from './run-command.ts';

/** The instant of the drawings. */
const now = '2026-11-21T15:05:12Z';

/** `npm run test:screens`: every screen, light and dark, wide and narrow, as a picture and checked by axe. */
const browser = await findBrowser();
const stack = await startOwnStack({ name: `screens-${process.pid}`, env: { PUNCTUAL_NOW: now } });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endCommands);
try {
  const { code } = await runCommand({
    command: process.execPath,
    args: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=playwright.screens.config.ts',
      '--reporter=line',
      ...process.argv.slice(2),
    ],
    env: { ...process.env, PUNCTUAL_FACTS: stack.facts, PUNCTUAL_BROWSER: browser },
    isQuiet: false,
  });
  process.exitCode = code;
} finally {
  await stack.remove();
}
