export { housekeeping } from './housekeeping.ts';
export { job } from './job.ts';
export { run } from './run.ts';
