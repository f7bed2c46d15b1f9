import { inject } from 'vitest';

/** The Temporal server of a test file: the one of the whole run, unless the file starts its own. */
export const engineServer = { address: inject('temporalAddress') };
