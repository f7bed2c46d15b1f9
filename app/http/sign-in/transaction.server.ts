import { z } from 'zod';
import { signedCookie } from '#app/http/session/signed-cookie.server.ts';

/** Time limit at the identity provider. */
const lifeSeconds = 600;

const schema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectTo: z.string(),
  /** True if the person has to sign in again even if the provider knows them: the response must confirm it. */
  isConfirm: z.boolean().default(false),
  startedAt: z.number(),
});

/** A sign-in in progress: the expected values of the callback, and the page to return to. */
export type Transaction = z.infer<typeof schema>;

const cookie = () => signedCookie({ name: 'signin', maxAgeSeconds: lifeSeconds });

export function keepTransaction(transaction: Transaction): Promise<string> {
  return cookie().serialize(transaction);
}

/** Deletes the cookie: a response of the provider is used once. */
export function dropTransaction(): Promise<string> {
  return cookie().serialize('', { maxAge: 0 });
}

/** The sign-in that this browser began at most ten minutes ago, or null. */
export async function readTransaction(request: Request): Promise<Transaction | null> {
  const parsed = schema.safeParse(await cookie().parse(request.headers.get('cookie')));
  if (!parsed.success || Date.now() - parsed.data.startedAt > lifeSeconds * 1000) return null;
  return parsed.data;
}
