import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Tells a living process from another one that got its number later: number and start time.
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
