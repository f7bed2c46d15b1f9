import { decryptOrNull } from '#server/sealing/decrypt-or-null.server.ts';
import { signingSecretsOf } from './signing-secrets.server.ts';

/** Tells if an account signs its requests now; null where its secret cannot be opened, as a key is missing. */
export async function hasSigningSecret({ ownerId }: { ownerId: number }): Promise<boolean | null> {
  const secrets = await decryptOrNull({
    open: () => signingSecretsOf({ ownerId }),
    row: { ownerId },
    message: 'A signing secret cannot be opened.',
  });
  return secrets && secrets.length > 0;
}
