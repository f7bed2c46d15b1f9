import { spawn } from 'node:child_process';

const running = new Set<ReturnType<typeof spawn>>();

/**
 * Runs a command to its end.
 * @param isQuiet keeps what it writes instead of showing it
 */
export async function runCommand({
  command,
  args,
  env = process.env,
  isQuiet,
}: {
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  isQuiet: boolean;
}): Promise<{ code: number; output: string }> {
  const child = spawn(command, args, {
    env,
    stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number>((done) => {
    child.once('error', (error) => {
      output += error.message;
      done(1);
    });
    child.once('close', (exitCode) => done(exitCode ?? 1));
  });
  running.delete(child);
  return { code, output };
}

/** Ends every command that still runs. */
export function endCommands(): void {
  for (const child of running) child.kill('SIGTERM');
}
