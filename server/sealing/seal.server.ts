import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { minuteMs } from '#domain/time/units.ts';
import { db } from '#server/database/db.server.ts';
import { env, type NamedKey } from '#server/env.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

// Sealed text: v1.<key id>.<iv>.<data>.<tag>, AES-256-GCM, the last three in base64url (security.md section 7). Field
// and owner are authenticated too: a value moved to another row or column cannot be decrypted.

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** @param field table and column, such as `Job.headers`: the value can be decrypted nowhere else */
export function seal({ text, userId, field }: { text: string; userId: number; field: string }): string {
  const key = firstKey();
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, iv, { authTagLength: tagBytes });
  cipher.setAAD(bindingOf({ userId, field }));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [version, key.id, ...[iv, data, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join(
    '.',
  );
}

/**
 * A failed decryption is also an entry of the security log.
 * @throws Error that names the field and, if DATA_KEYS lacks it, the key id; never a part of the text
 */
export function unseal({ sealed, userId, field }: { sealed: string; userId: number; field: string }): string {
  const [tagged, keyId, iv, data, tag, ...rest] = sealed.split('.');
  if (
    tagged !== version ||
    !keyId ||
    iv === undefined ||
    data === undefined ||
    tag === undefined ||
    rest.length > 0
  ) {
    recordUndecryptable({ userId, field });
    throw new Error(`${field} does not hold sealed text.`);
  }
  const key = env().DATA_KEYS.find(({ id }) => id === keyId);
  if (!key) {
    recordUndecryptable({ userId, field });
    throw new Error(`${field} is sealed with the data key "${keyId}", which DATA_KEYS does not contain.`);
  }
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(iv, 'base64url'), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(bindingOf({ userId, field }));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    const opened = decipher.update(Buffer.from(data, 'base64url'));
    // Nothing more comes out of it (GCM), but it throws where the tag is not that of the data.
    decipher.final();
    return opened.toString('utf8');
  } catch (cause) {
    recordUndecryptable({ userId, field });
    throw new Error(
      `${field} cannot be decrypted with the data key "${keyId}": it was changed, or belongs elsewhere.`,
      {
        cause,
      },
    );
  }
}

function firstKey(): NamedKey {
  const [key] = env().DATA_KEYS;
  if (!key) throw new Error('DATA_KEYS is not set: nothing can be stored without a data key.');
  return key;
}

function bindingOf({ userId, field }: { userId: number; field: string }): Buffer {
  return Buffer.from(`${field}:${userId}`, 'utf8');
}

const quietMs = minuteMs;
const mostNamed = 10_000;
const recordedAt = new Map<string, number>();

/**
 * Records in the security log that a stored secret could not be decrypted, by column and owner: once a minute in this
 * process, because a job decrypts its own at each call. Runs in the background and never throws.
 */
function recordUndecryptable({ userId, field }: { userId: number; field: string }): void {
  const now = performance.now();
  const key = `${field}:${userId}`;
  if (now - (recordedAt.get(key) ?? -Infinity) < quietMs) return;
  if (recordedAt.size >= mostNamed) recordedAt.clear();
  recordedAt.set(key, now);
  record({ userId, field }).catch((error: unknown) => {
    log().error(
      { field, ...errorFields(error) },
      'a secret that cannot be decrypted is not in the security log',
    );
  });
}

async function record({ userId, field }: { userId: number; field: string }): Promise<void> {
  await recordEvent({ tx: db(), code: 'decrypt_failed', details: { field, account: userId } });
}
