import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

// A thread of TypeScript begins here when it runs from its source: it starts without the loader of its process.
register();
await import(workerData.entry);
