import { spawn } from 'node:child_process';

/**
 * Runs one of our own source files to its end.
 * @returns its output
 * @throws Error with its error output
 */
export async function runSource({ file, env }: { file: string; env: NodeJS.ProcessEnv }): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error(`${file} ended with ${String(code)}:\n${errors.slice(-3000)}`);
  return output;
}
