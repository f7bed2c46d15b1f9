import { z } from 'zod';
import { keyScopes } from '#domain/api-key.ts';
import { tiers } from '#domain/plan.ts';
import { roles } from '#domain/role.ts';
import { count, id, instant } from './field-schema.ts';

const text = z.string();
const masked = 'pnc_live_…x7Kq';

/** A key as its owner sees it again. */
export const apiKeySchema = z
  .object({
    id: id('The id of the key.', 3),
    name: text.meta({ examples: ['Deployments'] }),
    scope: z.enum(keyScopes).meta({ description: 'Scope; write includes read.', examples: ['write'] }),
    masked: text.meta({ description: 'First and last characters of the key.', examples: [masked] }),
    last_used_at: instant('Rounded to the minute.').nullable(),
    created_at: instant('Creation time.'),
  })
  .meta({ id: 'ApiKey', description: 'An API key of the account.' });

const plainKey = text.meta({
  description: 'The key itself.',
  examples: ['pnc_live_000000000000000000000000000000000000'],
});

export const newApiKeySchema = apiKeySchema
  .extend({ api_key: plainKey })
  .meta({ id: 'NewApiKey', description: 'A new API key. Its text is returned only once.' });

export const revealedKeySchema = z.object({ api_key: plainKey });

/** The current user. */
export const userSchema = z.object({
  user: z
    .object({
      id: id('The id of the account.', 12),
      role: z.enum(roles).meta({ examples: ['user'] }),
      api_key: text.nullable().meta({ description: 'The key named Default, masked.', examples: [masked] }),
      first_name: text.nullable().meta({ examples: ['Ada'] }),
      last_name: text.nullable().meta({ examples: ['Lovelace'] }),
      subscription_tier: z.enum(tiers).meta({ examples: ['premium'] }),
      email: text.meta({ examples: ['ada@example.com'] }),
      username: text.nullable().meta({ examples: ['ada'] }),
      profile_image_url: text.nullable().meta({ examples: [null] }),
      created_at: instant('Creation time of the account.'),
    })
    .meta({ id: 'User', description: 'The account of the caller.' }),
});

/** The account in figures. */
export const statsSchema = z
  .object({
    total_jobs: count().meta({ description: 'Including drafts.', examples: [12] }),
    active_jobs: count().meta({ examples: [9] }),
    recent_executions: count().meta({ description: 'In the last 24 hours.', examples: [216] }),
    success_rate: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .meta({
        description: 'Success rate of the retained history in percent, one decimal; null if there is none.',
        examples: [99.5],
      }),
    account_age_days: count().meta({ description: 'Whole days.', examples: [40] }),
    job_limit: z
      .int()
      .min(-1)
      .meta({ description: 'Limit of the plan; -1 means unlimited.', examples: [50] }),
  })
  .meta({ id: 'AccountStats', description: 'The account in figures.' });

/** The product token. */
export const tokenSchema = z
  .object({
    token: text.meta({
      description: 'The product token, a JWT.',
      examples: ['eyJhbGciOiJIUzI1NiJ9.e30.c2ln'],
    }),
    token_type: z.literal('Bearer'),
    expires_in: id('Seconds.', 900),
  })
  .meta({ id: 'ProductToken' });
