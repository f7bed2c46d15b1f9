import { decryptOrNull } from '#server/sealing/decrypt-or-null.server.ts';
import { signingSecretsOf } from './signing-secrets.server.ts';

/** Reports if an account signs its requests now; null if its secret cannot be decrypted, because a key is missing. */
export async function hasSigningSecret({ ownerId }: { ownerId: number }): Promise<boolean | null> {
  const secrets = await decryptOrNull({
    open: () => signingSecretsOf({ ownerId }),
    row: { ownerId },
    message: 'A signing secret cannot be opened.',
  });
  return secrets && secrets.length > 0;
}
