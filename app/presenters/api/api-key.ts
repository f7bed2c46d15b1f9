import type { z } from 'zod';
import type { ListedKey } from '#server/api-keys/list-api-keys.server.ts';
import type { apiKeySchema } from './account-schema.ts';

/** A key as the API lists it: what it may do, when it was last used, and its end. */
export function toApiKey({
  id,
  name,
  scope,
  prefix,
  last4,
  lastUsedAt,
  createdAt,
}: ListedKey): z.infer<typeof apiKeySchema> {
  return {
    id,
    name,
    scope,
    masked: `${prefix}…${last4}`,
    last_used_at: lastUsedAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
}
