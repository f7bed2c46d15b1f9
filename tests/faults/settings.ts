import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFactsOf } from '#tests/e2e/facts.ts';

/**
 * Lets the use cases of the server run in this process, on the database of a running stack.
 * @param targets further `address:port` pairs its jobs may call
 */
export function useStack({ home, targets = [] }: { home: string; targets?: string[] }): void {
  const facts = readFactsOf(join(home, 'dev.json'));
  const keys = JSON.parse(readFileSync(join(home, 'keys.json'), 'utf8')) as Record<string, string>;
  Object.assign(process.env, keys, {
    NODE_ENV: 'development',
    APP_ORIGIN: facts.url,
    DATABASE_URL: facts.databaseUrl,
    TEMPORAL_ADDRESS: facts.temporalAddress,
    OUTBOUND_ALLOW_TARGETS: [new URL(facts.echoUrl).host, ...targets].join(','),
    LOG_LEVEL: 'silent',
  });
}
