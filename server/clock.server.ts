import { env } from '#server/env.server.ts';

/** The instant the screens take for now; PUNCTUAL_NOW fixes it for pictures. The engine never asks here. */
export function now(): Date {
  const fixed = env().PUNCTUAL_NOW;
  return fixed ? new Date(fixed) : new Date();
}
