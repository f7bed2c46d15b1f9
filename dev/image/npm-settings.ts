import { existsSync, readFileSync } from 'node:fs';
import { capture } from './tools.ts';

/**
 * This machine's npm configuration as one file for the build: the user's own, the registry, and the certificates that
 * Node trusts here besides its own. A path would mean nothing inside the build.
 */
export function npmSettings(): string {
  const get = (key: string) => capture('npm', ['config', 'get', key]);
  const own = get('userconfig');
  const kept = existsSync(own)
    ? readFileSync(own, 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(?:cafile|ca|nodedir|prefix|registry)\b/.test(line))
    : [];
  const cafile = get('cafile');
  const trusted = cafile === 'null' ? process.env.NODE_EXTRA_CA_CERTS : cafile;
  const ca = trusted && existsSync(trusted) ? [`ca=${JSON.stringify(readFileSync(trusted, 'utf8'))}`] : [];
  return [...kept, `registry=${get('registry')}`, ...ca, ''].join('\n');
}
