import { spawnSync, spawn } from 'node:child_process';
import { findBrowser } from './test/browser.ts';
import { startOwnStack } from './test/own-stack.ts';
const args = process.argv.slice(2);
const env: Record<string, string> = {};
while (args[0]?.includes('=') && /^[A-Z_]+=/.test(args[0])) { const [k, ...v] = (args.shift() as string).split('='); env[k as string] = v.join('='); }
const browser = await findBrowser();
const stack = await startOwnStack({ name: `own-${process.pid}`, env });
let child: ReturnType<typeof spawn> | undefined;
for (const s of ['SIGINT', 'SIGTERM'] as const) process.once(s, () => { child?.kill('SIGTERM'); void stack.remove().then(() => process.exit(1)); });
const code = await new Promise<number>((done) => {
  child = spawn(args[0] as string, args.slice(1), { stdio: 'inherit', env: { ...process.env, PUNCTUAL_FACTS: stack.facts, PUNCTUAL_BROWSER: browser } });
  child.once('close', (c) => done(c ?? 1));
});
await stack.remove();
process.exit(code);
