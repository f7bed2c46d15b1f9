import { startedAt } from './process-identity.mjs';

/**
 * When the command that runs this process was given, in UTC milliseconds: under `npm start` its shell began before the
 * packages were installed, this process after.
 * @returns {number}
 */
export function commandStartedAt() {
  const ownStart = Date.now() - process.uptime() * 1_000;
  const isByNpm = process.env.npm_lifecycle_script?.includes('dev/start.mjs') ?? false;
  return Math.min(ownStart, (isByNpm && startedAt(process.ppid)) || ownStart);
}
