import { z } from 'zod';
import { longestDelaySeconds, mostDelays, shortestDelaySeconds } from '#domain/job/retry-delays.ts';

const delaySeconds = z.int().min(shortestDelaySeconds).max(longestDelaySeconds);

/** As in responses; in bodies `jitter` may be omitted. */
export const retryDelaysSchema = z.union([
  z.object({ kind: z.literal('default'), seconds: z.null(), jitter: z.boolean() }),
  z.object({ kind: z.enum(['fixed', 'exponential']), seconds: delaySeconds, jitter: z.boolean() }),
  z.object({
    kind: z.literal('list'),
    seconds: z.array(delaySeconds).min(1).max(mostDelays),
    jitter: z.boolean(),
  }),
]);

/** The same in bodies. */
export const givenRetryDelays = z.union([
  z.strictObject({
    kind: z.literal('default'),
    seconds: z.null().optional(),
    jitter: z.boolean().optional(),
  }),
  z.strictObject({
    kind: z.enum(['fixed', 'exponential']),
    seconds: delaySeconds,
    jitter: z.boolean().optional(),
  }),
  z.strictObject({
    kind: z.literal('list'),
    seconds: z.array(delaySeconds).min(1).max(mostDelays),
    jitter: z.boolean().optional(),
  }),
]);
