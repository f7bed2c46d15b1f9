import { mkdirSync, writeFileSync } from 'node:fs';
import openapiTs, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { openApiDocument } from '#app/http/api/openapi/open-api.server.ts';
import { runCommand } from '#dev/test/run-command.ts';

test(
  'a client program compiles against the types generated from the API document',
  { timeout: 120_000 },
  async () => {
    const document = JSON.stringify(openApiDocument({ origin: 'https://punctual.example' }));
    mkdirSync('.punctual/client', { recursive: true });
    writeFileSync('.punctual/client/api-types.ts', astToString(await openapiTs(document)));
    const args = ['node_modules/typescript/bin/tsc', '-p', 'tests/client'];
    expect(await runCommand({ command: process.execPath, args, isQuiet: true })).toEqual({
      code: 0,
      output: '',
    });
  },
);
