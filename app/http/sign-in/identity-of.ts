import { z } from 'zod';
import { plainLine } from '#domain/text/plain-text.ts';
import type { Identity } from '#server/accounts/types.ts';

const text = z.string().max(320).regex(plainLine).nullish().catch(null);
const profile = z.object({
  email: text,
  // Some providers write it as a text.
  email_verified: z
    .union([z.boolean(), z.literal('true').transform(() => true)])
    .catch(false)
    .default(false),
  preferred_username: text,
  nickname: text,
  name: text,
  given_name: text,
  family_name: text,
  // Image sources allowed by the pages' policy: https, or inline.
  picture: z
    .string()
    .max(8_192)
    .regex(/^(?:https:\/\/|data:image\/)/)
    .nullish()
    .catch(null),
});

/** Profile of a verified id_token. Unusable values count as missing. */
export function identityOf({
  claims,
  profile: given,
}: {
  claims: { iss: string; sub: string; auth_time?: unknown };
  profile: object;
}): Identity {
  const person = profile.parse(given);
  // The time of issue proves nothing: a provider that knows the browser issues a token without a prompt.
  const signedInAt = typeof claims.auth_time === 'number' ? claims.auth_time : 0;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: person.email ?? '',
    isEmailVerified: person.email_verified,
    username: person.preferred_username ?? person.nickname ?? null,
    ...namesOf(person),
    pictureUrl: person.picture ?? null,
    authenticatedAt: new Date(signedInAt * 1000),
  };
}

/** Providers with a full name only: its last word counts as the family name. */
function namesOf({ given_name: given, family_name: family, name }: z.output<typeof profile>) {
  const whole = name?.trim() ?? '';
  if (given || family || whole === '')
    return { firstName: given?.trim() || null, lastName: family?.trim() || null };
  const words = whole.split(/\s+/);
  const last = words.length > 1 ? words.pop() : undefined;
  return { firstName: words.join(' '), lastName: last ?? null };
}
