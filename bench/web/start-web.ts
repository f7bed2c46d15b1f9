import { freePort } from '#dev/ports.ts';
import { until } from '#dev/parts/until.ts';
import { isAccepting } from '#dev/temporal/server.ts';
import { webProgram } from '#dev/stack/web-build.ts';
import type { BenchStack } from '../stack.ts';

const readyLimitMs = 60_000;

/** Starts the web process like in production, but without an identity provider: nobody signs in. */
export async function startWeb({ stack, build }: { stack: BenchStack; build: string }): Promise<string> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const secret = 'bench-0123456789-0123456789-0123456789';
  const process = stack.spawnNode({
    name: `web ${port}`,
    script: webProgram(build),
    env: {
      ...{ NODE_ENV: 'production', APP_ORIGIN: origin, HOST: '127.0.0.1', PORT: String(port) },
      ...{ OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'bench', SESSION_SECRETS: secret },
      ...{ OUTBOUND_ALLOW_TARGETS: '', METRICS_PORT: '0' },
    },
  });
  await until({ running: process, limitMs: readyLimitMs, isReady: () => isAccepting(port) });
  return origin;
}
