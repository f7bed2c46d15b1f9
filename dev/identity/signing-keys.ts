import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { readJsonFile, writeJson } from '#dev/state/json-file.ts';

export interface SigningKeys {
  jwk: JWK;
  cookieKey: string;
}

/** The provider's keys, made once: what they signed stays valid over restarts. */
export async function loadSigningKeys({ home }: { home: string }): Promise<SigningKeys> {
  const name = 'identity-keys.json';
  const kept = readJsonFile({ home, name }) as SigningKeys | undefined;
  if (kept) return kept;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const made = {
    jwk: { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex'), alg: 'RS256', use: 'sig' },
    cookieKey: randomBytes(32).toString('base64url'),
  };
  writeJson({ home, name, value: made, mode: 0o600 });
  return made;
}
