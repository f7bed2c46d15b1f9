import { readAuth, toWireAuth, unmaskAuth } from '#domain/job/request-auth.ts';
import { mask } from '#domain/job/secret-headers.ts';
import type { SavedJob } from './types.ts';

/** The fields with saved values instead of masks; a mask without a saved value gets a message. */
export function unmasked({ fields, saved }: { fields: Record<string, unknown>; saved: SavedJob | null }): {
  fields: Record<string, unknown>;
  /** Masked headers. */
  masked: string[];
  /** Masked authentication fields. */
  authMasked: string[];
} {
  const { auth, ...authMasked } = unmaskedAuth({ given: fields.auth, saved });
  const unmaskedFields = fields.auth === undefined ? fields : { ...fields, auth };
  const { headers } = fields;
  if (typeof headers !== 'object' || headers === null)
    return { fields: unmaskedFields, masked: [], ...authMasked };
  const kept = new Map(
    Object.entries(saved?.input.headers ?? {}).map(([name, text]) => [name.toLowerCase(), text]),
  );
  const masked: string[] = [];
  const whole = Object.entries(headers).map(([name, text]: [string, unknown]) => {
    if (text !== mask) return [name, text];
    const value = kept.get(name.toLowerCase());
    if (value === undefined)
      masked.push(
        `The value of ${name.slice(0, 60)} is masked. Write it, or {{secret.NAME}} for a secret of your account.`,
      );
    return [name, value ?? text];
  });
  const known = Object.fromEntries(whole) as unknown;
  return { fields: { ...unmaskedFields, headers: known }, masked, ...authMasked };
}

/** Unreadable values stay as given: the schema refuses them. */
function unmaskedAuth({ given, saved }: { given: unknown; saved: SavedJob | null }): {
  auth: unknown;
  authMasked: string[];
} {
  const typed = readAuth(given);
  if ('message' in typed) return { auth: given, authMasked: [] };
  const read = unmaskAuth({ typed: typed.auth, stored: saved?.input.auth ?? null });
  return 'message' in read
    ? { auth: given, authMasked: [read.message] }
    : { auth: toWireAuth(read.auth), authMasked: [] };
}
