import { lifeOf, world } from '../world/shared.ts';
import type { Poller } from './types.ts';

// Replaces @temporalio/worker: worker/start-worker.ts assembles the real worker.
export const NativeConnection = {
  connect(): Promise<{ close: () => Promise<void> }> {
    if (world().server.isAway()) return Promise.reject(new Error('Temporal is away.'));
    return Promise.resolve({ close: () => Promise.resolve() });
  },
};

export const Worker = {
  create({ activities, identity }: Pick<Poller, 'activities' | 'identity'>) {
    const life = lifeOf();
    if (!life) throw new Error('A worker is a process.');
    let end: () => void;
    const ended = new Promise<void>((done) => (end = done));
    const onIdle = () => {
      if (!poller.isPolling && poller.out === 0) end();
    };
    const poller: Poller = { life, identity, isPolling: false, out: 0, activities, onIdle };
    world().server.pollers.push(poller);
    return Promise.resolve({
      run() {
        poller.isPolling = true;
        return ended;
      },
      getState: () => (poller.isPolling ? 'RUNNING' : 'STOPPING'),
      shutdown() {
        poller.isPolling = false;
        onIdle();
      },
    });
  },
};

export const Runtime = { install: () => {} };
export const DefaultLogger = Object;
export const makeTelemetryFilterString = () => '';
export const bundleWorkflowCode = () => Promise.reject(new Error('Nothing is bundled here.'));
