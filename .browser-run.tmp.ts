const root = process.cwd();
const { findBrowser } = await import(`${root}/dev/test/browser.ts`);
const { startOwnStack } = await import(`${root}/dev/test/own-stack.ts`);
const { runCommand } = await import(`${root}/dev/test/run-command.ts`);
const browser = await findBrowser();
const stack = await startOwnStack({ name: `browser-${process.pid}` });
try {
  const { code } = await runCommand({
    command: process.execPath,
    args: ['node_modules/@playwright/test/cli.js','test','--reporter=list',...process.argv.slice(2)],
    env: { ...process.env, PUNCTUAL_FACTS: stack.facts, PUNCTUAL_BROWSER: browser, FORCE_COLOR: '0' },
    isQuiet: false,
  });
  process.exitCode = code;
} finally { await stack.remove(); }
export {};
