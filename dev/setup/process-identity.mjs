import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** USER_HZ: the kernel's unit towards programs, independent of its internal one (man 7 time). */
const ticksPerSecond = 100;

/**
 * Number and start time of a living process: they distinguish it from one that got the same number later.
 * @returns {string | undefined} undefined where no such process lives
 */
export function identityOf(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return undefined;
  }
  try {
    const started = process.platform === 'linux' ? startInTicks(pid) : startInWords(pid);
    return started && `${pid}@${started}`;
  } catch {
    return undefined;
  }
}

/**
 * When a process began, in UTC milliseconds, to the second.
 * @param {number} pid
 * @returns {number | undefined} undefined where no such process lives
 */
export function startedAt(pid) {
  const start = identityOf(pid)?.split('@')[1];
  if (start === undefined) return undefined;
  if (process.platform !== 'linux') return Date.parse(start);
  return Date.now() - (uptime() - Number(start) / ticksPerSecond) * 1_000;
}

function startInTicks(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold spaces: the fields are counted from behind it.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? undefined : fields[18];
}

function startInWords(pid) {
  return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { stdio: 'pipe' })
    .toString()
    .trim();
}
