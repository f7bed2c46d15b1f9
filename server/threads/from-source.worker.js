import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

// From its source a thread of TypeScript begins here: on Node 20 a thread does not inherit the loader of its process.
register();
await import(workerData.entry);
