import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { onRequest } from './hostile-endpoints.ts';
import { httpServer, rawServer } from './network.ts';

interface Call {
  name: string;
  ms: number;
  error: string | null;
}

const timeoutMs = 3_000;
const mib = 1024 * 1024;

/**
 * Builds the caller into one program of plain JavaScript, as the worker is built. From its sources the process would hold
 * the loader of TypeScript besides, 35 MB that the product does not have.
 * @returns its file
 */
async function buildCaller(): Promise<string> {
  const outDir = resolve('node_modules/.cache/punctual', `hostile-caller-${process.pid}`);
  onTestFinished(() => rm(outDir, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: ['moment-timezone'] },
    build: {
      ssr: 'tests/integration/outbound/hostile-caller.ts',
      target: 'node24',
      outDir,
      minify: false,
      rollupOptions: { output: { entryFileNames: 'caller.js' } },
    },
  });
  return join(outDir, 'caller.js');
}

test(
  'F9: 40 calls to each of 25 hostile endpoints end in time, within 400 MB, and do not delay others',
  {
    timeout: 60_000,
  },
  async () => {
    const hostile = await Promise.all(
      Object.entries(onRequest).map(async ([name, response]) => ({ name, port: await rawServer(response) })),
    );
    expect(hostile).toHaveLength(25);
    const sound = await httpServer((_, response) => response.end('ok'));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      // With the room for young objects of a small process: in more of it, up to 192 MB, garbage of ended calls stays
      // until a busy machine collects it, which is not memory that an endpoint made a call hold.
      ['--max-semi-space-size=16', await buildCaller()],
      {
        env: {
          ...process.env,
          ...{
            HOSTILE: JSON.stringify(hostile),
            SOUND: String(sound),
            TIMEOUT_MS: String(timeoutMs),
            CALLS: '40',
          },
        },
        maxBuffer: 16 * mib,
      },
    );
    const { calls, others, rssMost } = JSON.parse(stdout) as {
      calls: Call[];
      others: Call[];
      rssMost: number;
    };
    expect(calls).toHaveLength(1_000);
    expect(calls.filter(({ ms }) => ms > timeoutMs + 1_000)).toEqual([]);
    expect(rssMost).toBeLessThan(400 * mib);
    expect(others.length).toBeGreaterThan(20);
    expect(others.every(({ error }) => error === null)).toBe(true);
    const times = others.map(({ ms }) => ms).sort((a, b) => a - b);
    expect(times[Math.ceil(times.length * 0.99) - 1]).toBeLessThan(2_000);
  },
);
