import { inject } from 'vitest';

/** The Temporal server of a test file: the one of the whole run, unless the file starts its own. */
export const engineServer = { address: inject('temporalAddress') };

/** @throws Error if engine.ts was imported before the file's own server had its address: the tests would run on another */
export function assertOwnServer(): void {
  if (process.env.TEMPORAL_ADDRESS !== engineServer.address)
    throw new Error(`The engine runs on ${process.env.TEMPORAL_ADDRESS}, not on ${engineServer.address}.`);
}
