import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '#dev/test/run-command.ts';
import { aClient } from '#tests/integration/api/api.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

test('a client generated from the API document runs a job through its whole life', async () => {
  const { credential } = await aClient({ web });
  const args = ['--import', 'tsx', 'tests/client/life-of-a-job.ts', web.address, credential];
  const { output } = await runCommand({ command: process.execPath, args, isQuiet: true });
  expect(JSON.parse(output)).toEqual({
    statuses: [201, 200, 200, 202, 200, 200, 204, 404, 400],
    hasNext: true,
    timeout: 5,
    triggers: ['api'],
    status: 'running',
    error: 'not_found',
  });
});
