import { parentPort } from 'node:worker_threads';
import { createImportSteps } from './import-steps.server.ts';
import { loadZones } from '#server/zones/load-zones.server.ts';
import type { ImportOrder } from './types.ts';

loadZones();
const take = createImportSteps();

parentPort?.on('message', (order: ImportOrder) => parentPort?.postMessage(take(order)));
parentPort?.postMessage('ready');
