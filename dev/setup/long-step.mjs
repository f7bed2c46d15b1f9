import { spawn } from 'node:child_process';

const tickMs = process.stdout.isTTY ? 1_000 : 15_000;
const keptLines = 60;

/**
 * Runs a command that takes long: says what it does, how long it has been at it and its last line.
 * Output is shown only where it fails.
 * @returns {Promise<void>} rejects with the last lines
 */
export async function longStep({ title, command, args, cwd, env = process.env }) {
  const startedAt = Date.now();
  const lines = [];
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) =>
      lines.push(
        ...String(chunk)
          .split(/[\r\n]+/)
          .filter(Boolean),
      ),
    );
  }
  const show = (end) => {
    const seconds = `${((Date.now() - startedAt) / 1000).toFixed(0)} s`;
    const last = end ? '' : (lines.at(-1) ?? '').slice(0, 60);
    if (process.stdout.isTTY)
      process.stdout.write(`\r\x1b[2K${title} … ${end ?? ''} ${seconds} ${last}${end ? '\n' : ''}`);
    else console.log(`${title} … ${end ?? ''} ${seconds} ${last}`.trimEnd());
  };
  show();
  const ticking = setInterval(show, tickMs);
  const code = await new Promise((done) => {
    child.once('error', (error) => {
      lines.push(error.message);
      done(1);
    });
    child.once('close', (exitCode) => done(exitCode ?? 1));
  });
  clearInterval(ticking);
  show(code === 0 ? 'done,' : 'failed,');
  if (code !== 0) throw new Error(`${title} failed:\n${lines.slice(-keptLines).join('\n')}`);
}
