import { parentPort } from 'node:worker_threads';
import { openImportSteps } from './import-steps.server.ts';
import { loadZones } from '#server/zones/load-zones.server.ts';
import type { ImportOrder } from './types.ts';

loadZones();
const take = openImportSteps();

parentPort?.on('message', (order: ImportOrder) => parentPort?.postMessage(take(order)));
parentPort?.postMessage('ready');
