import { mask } from '#domain/secret-headers.ts';
import type { SavedJob } from './types.ts';

/** The fields with the saved values where a mask stands; a mask without a saved value gets a message. */
export function unmasked({ fields, saved }: { fields: Record<string, unknown>; saved: SavedJob | null }): {
  fields: Record<string, unknown>;
  masked: string[];
} {
  const { headers } = fields;
  if (typeof headers !== 'object' || headers === null) return { fields, masked: [] };
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
  return { fields: { ...fields, headers: Object.fromEntries(whole) as unknown }, masked };
}
