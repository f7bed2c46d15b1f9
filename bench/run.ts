import { closeDatabase } from '#server/database/db.server.ts';
import { api } from './parts/api.ts';
import { burst } from './parts/burst.ts';
import { deploy } from './parts/deploy.ts';
import { growth } from './parts/growth.ts';
import { idle } from './parts/idle.ts';
import { join } from './parts/join.ts';
import { kill } from './parts/kill.ts';
import { ledger } from './parts/ledger.ts';
import { memory } from './parts/memory.ts';
import { pages } from './parts/pages.ts';
import { measurePeer } from './parts/peers.ts';
import { rate } from './parts/rate.ts';
import { takeover } from './parts/takeover.ts';
import { web } from './parts/web.ts';
import type { RunOrder } from './plan.ts';
import { stopStacks } from './stack.ts';

// Runs one measurement in a separate process, with the settings of its own stack. Prints the result as JSON.

let stopping: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void (stopping = stopStacks().finally(() => process.exit(1))));
}
try {
  const result = await measure(JSON.parse(process.argv[2] ?? '') as RunOrder);
  await closeDatabase();
  process.stdout.write(JSON.stringify(result), () => process.exit());
} catch (error) {
  // A stopped bench ends everything at once, including work in progress.
  await stopping;
  throw error;
}

function measure(order: RunOrder): Promise<unknown> {
  switch (order.part) {
    case 'burst':
      return burst(order);
    case 'peers':
      return measurePeer(order);
    case 'rate':
      return rate(order);
    case 'growth':
      return growth(order);
    case 'ledger':
      return ledger(order);
    case 'idle':
      return idle(order);
    case 'memory':
      return memory(order);
    case 'kill':
      return kill(order);
    case 'takeover':
      return takeover(order);
    case 'deploy':
      return deploy(order);
    case 'join':
      return join(order);
    case 'web':
      return web(order);
    case 'api':
      return api(order);
    case 'pages':
      return pages(order);
  }
}
