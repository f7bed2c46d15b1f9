import { randomBytes } from 'node:crypto';
import { readJson, writeJson } from './json-file.ts';

export interface Keys {
  DATA_KEYS: string;
  KEY_PEPPERS: string;
  SESSION_SECRETS: string;
}

/** The keys of this home, made once: what they sealed must stay readable. The environment goes before. */
export function loadKeys({ home }: { home: string }): Keys {
  const kept = (readJson({ home, name: 'keys.json' }) as Keys | undefined) ?? makeKeys();
  writeJson({ home, name: 'keys.json', value: kept, mode: 0o600 });
  const { DATA_KEYS, KEY_PEPPERS, SESSION_SECRETS } = process.env;
  return {
    DATA_KEYS: DATA_KEYS ?? kept.DATA_KEYS,
    KEY_PEPPERS: KEY_PEPPERS ?? kept.KEY_PEPPERS,
    SESSION_SECRETS: SESSION_SECRETS ?? kept.SESSION_SECRETS,
  };
}

function makeKeys(): Keys {
  const named = () => `dev:${randomBytes(32).toString('base64')}`;
  return { DATA_KEYS: named(), KEY_PEPPERS: named(), SESSION_SECRETS: randomBytes(32).toString('base64url') };
}
