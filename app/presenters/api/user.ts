import type { z } from 'zod';
import type { Account } from '#server/accounts/types.ts';
import type { ListedKey } from '#server/api-keys/list-api-keys.server.ts';
import type { userSchema } from './account-schema.ts';
import { toApiKey } from './api-key.ts';

/** The current user (specification section 3); the key is masked always: only the reveal shows it. */
export function toApiUser({
  user,
  key,
}: {
  user: Account;
  key: ListedKey | undefined;
}): z.infer<typeof userSchema> {
  return {
    user: {
      id: user.id,
      role: user.role,
      api_key: key ? toApiKey(key).masked : null,
      first_name: user.firstName,
      last_name: user.lastName,
      subscription_tier: user.tier,
      email: user.email,
      username: user.username,
      profile_image_url: user.profileImageUrl,
      created_at: user.createdAt.toISOString(),
    },
  };
}
