import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '#app/presenters/api-docs/choices.ts';

const commands: Record<Language, string> = { curl: 'curl', javascript: 'node', python: 'python3', go: 'go' };

/** Missing tools for running the examples of a language; null if there are none. */
export function lackOf(language: Language): string | null {
  const command = commands[language];
  const isThere = spawnSync(command, [language === 'go' ? 'version' : '--version']).status === 0;
  return isThere ? null : `${command} is not on this machine`;
}

export interface Ran {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Programs by name, each as shown on the page, prepared to run. */
export async function prepareExamples({
  language,
  programs,
}: {
  language: Language;
  programs: Map<string, string>;
}): Promise<{ run: (name: string) => Promise<Ran>; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const textOf = (name: string) => programs.get(name) ?? '';
  if (language === 'go') {
    // Built together: linking each separately would take a second.
    writeFileSync(join(folder, 'go.mod'), 'module examples\n\ngo 1.21\n');
    for (const [name, text] of programs) {
      mkdirSync(join(folder, 'cmd', name), { recursive: true });
      writeFileSync(join(folder, 'cmd', name, 'main.go'), text);
    }
    mkdirSync(join(folder, 'bin'));
    const built = await execute({ command: 'go', args: ['build', '-o', 'bin/', './...'], folder });
    if (built.exitCode !== 0) throw new Error(built.stderr);
    return { run: (name) => execute({ command: join(folder, 'bin', name), args: [], folder }), remove };
  }
  const argsOf: Record<Exclude<Language, 'go'>, (text: string) => [string, string[]]> = {
    curl: (text) => ['bash', ['-c', text]],
    javascript: (text) => ['node', ['--input-type=module', '-e', text]],
    python: (text) => ['python3', ['-c', text]],
  };
  return {
    run: (name) => {
      const [command, args] = argsOf[language](textOf(name));
      return execute({ command, args, folder });
    },
    remove,
  };
}

function execute({
  command,
  args,
  folder,
}: {
  command: string;
  args: string[];
  folder: string;
}): Promise<Ran> {
  return new Promise((ended) => {
    const child = execFile(command, args, { cwd: folder, timeout: 180_000 }, (_, stdout, stderr) =>
      ended({ exitCode: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

export interface Exchange {
  call: string;
  authorization: string;
  status: number;
  /** Parsed; null without a body. */
  body: { success: boolean; data: unknown } | null;
}

/** Passes calls on to the product and records the responses. */
export async function startRecorder(origin: string) {
  const exchanges: Exchange[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { authorization = '', 'content-type': type } = request.headers;
      const { method = 'GET', url = '/' } = request;
      const pass = async () => {
        const result = await fetch(origin + url, {
          method,
          headers: { authorization, ...(type && { 'content-type': type }) },
          ...(parts.length > 0 && { body: Buffer.concat(parts) }),
        });
        const text = await result.text();
        const body = (text === '' ? null : JSON.parse(text)) as Exchange['body'];
        exchanges.push({ call: `${method} ${url}`, authorization, status: result.status, body });
        response.writeHead(result.status, {
          'content-type': result.headers.get('content-type') ?? 'text/plain',
        });
        response.end(text);
      };
      pass().catch((error: unknown) => response.writeHead(599).end(String(error)));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
