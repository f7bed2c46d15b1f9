import { resolve } from 'node:path';

/** Path of the built workflow code, relative to the folder in which the worker is started. */
export const bundlePath = resolve('build/workflows.js');
