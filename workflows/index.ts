export { maintenance } from './maintenance.ts';
export { job } from './job.ts';
export { run } from './run.ts';
export { test } from './test.ts';
