import { createECDH, randomBytes } from 'node:crypto';
import { readJsonFile, writeJson } from './json-file.ts';

export interface Keys {
  DATA_KEYS: string;
  KEY_PEPPERS: string;
  SESSION_SECRETS: string;
  VAPID_PUBLIC_KEY: string;
  VAPID_PRIVATE_KEY: string;
}

/** The keys of this home, made once: what they sealed must stay readable. The environment goes before. */
export function loadKeys({ home }: { home: string }): Keys {
  // A home made before there was another kind of key gets that one besides.
  const kept = { ...makeKeys(), ...keptDataKeys({ home }) };
  writeJson({ home, name: 'keys.json', value: kept, mode: 0o600 });
  const { DATA_KEYS, KEY_PEPPERS, SESSION_SECRETS, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = process.env;
  return {
    DATA_KEYS: DATA_KEYS ?? kept.DATA_KEYS,
    KEY_PEPPERS: KEY_PEPPERS ?? kept.KEY_PEPPERS,
    SESSION_SECRETS: SESSION_SECRETS ?? kept.SESSION_SECRETS,
    // A pair: one half of another is none.
    ...(VAPID_PUBLIC_KEY !== undefined && VAPID_PRIVATE_KEY !== undefined
      ? { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }
      : { VAPID_PUBLIC_KEY: kept.VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: kept.VAPID_PRIVATE_KEY }),
  };
}

/** The keys that this home has kept; undefined where there are none, or where they cannot be read. */
export function keptDataKeys({ home }: { home: string }): Partial<Keys> | undefined {
  return readJsonFile({ home, name: 'keys.json' }) as Partial<Keys> | undefined;
}

function makeKeys(): Keys {
  const named = () => `dev:${randomBytes(32).toString('base64')}`;
  return {
    DATA_KEYS: named(),
    KEY_PEPPERS: named(),
    SESSION_SECRETS: randomBytes(32).toString('base64url'),
    ...makePushKeys(),
  };
}

/** A key pair on P-256 as push services take it (RFC 8292): the private one in full length, with its leading zeros. */
function makePushKeys(): Pick<Keys, 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY'> {
  const pair = createECDH('prime256v1');
  const VAPID_PUBLIC_KEY = pair.generateKeys('base64url', 'uncompressed');
  const bytes = pair.getPrivateKey();
  const VAPID_PRIVATE_KEY = Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]).toString('base64url');
  return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY };
}
