import { resolve } from 'node:path';

/** Where the build leaves the workflow code, and the worker process looks for it: from the folder it is started in. */
export const bundlePath = resolve('build/workflows.js');
