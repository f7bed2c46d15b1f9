import { env } from '#server/env.server.ts';

/** The present instant of the screens; PUNCTUAL_NOW fixes it for pictures. The engine never uses it. */
export function now(): Date {
  const fixed = env().PUNCTUAL_NOW;
  return fixed ? new Date(fixed) : new Date();
}
