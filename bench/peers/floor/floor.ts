import type { Peer } from '../peer.ts';

export const floor: Peer = {
  name: 'a timer and undici',
  setting: 'one process, 128 kept connections, no store and no engine: what the client and the target need',
  periodMs: () => 15_000,
  start: ({ stack, jobs, periodMs }) => {
    const worker = stack.spawnNode({
      name: 'floor',
      script: 'bench/peers/floor/worker.ts',
      env: { JOBS: String(jobs), PERIOD_MS: String(periodMs), TARGET_URL: stack.targetUrl },
    });
    return Promise.resolve({ path: '/floor/', stop: worker.stop });
  },
};
