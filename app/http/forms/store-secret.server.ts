import type { JobFormResult } from '#app/http/forms/job-form-result.ts';
import { credentialsOf, nameCredential, toSecretOffers } from '#app/presenters/job-form/form-credentials.ts';
import { textOf } from '#app/presenters/job-form/read-job-form.ts';
import { AppError } from '#domain/errors.ts';
import type { Owner } from '#server/jobs/types.ts';
import { listSecrets } from '#server/secrets/list-secrets.server.ts';
import { setSecret } from '#server/secrets/set-secret.server.ts';

/**
 * Stores a credential of the job form as a named secret, and returns the form with the name in its place. An existing
 * name is refused: its secret may be that of another service.
 * @param values the form as typed
 * @throws any error other than AppError
 */
export async function storeSecret({
  owner,
  sent,
  values,
}: {
  owner: Owner;
  sent: FormData;
  values: Record<string, string>;
}): Promise<{ result: Pick<JobFormResult, 'result' | 'toast' | 'paste'>; status: number }> {
  const id = textOf(sent, 'storeSecret');
  const at = sent.getAll('secretId').indexOf(id);
  const typed = sent.getAll('secretName')[at];
  const name = typeof typed === 'string' ? typed.trim() : '';
  const refused = await refusalOf({
    owner,
    name,
    value: credentialsOf(values).find((one) => one.id === id)?.value,
  });
  const filled = refused === null ? nameCredential({ values, id, name }) : values;
  const offers = toSecretOffers(filled).map((one) => (one.id === id ? { ...one, suggestedName: name } : one));
  const paste = {
    ...{ reason: null, taken: [], left: [], crontab: null, secrets: offers },
    ...(refused === null ? { stored: name } : { refused: { id, message: refused } }),
  };
  const result = { result: { initialValue: filled }, toast: null, paste };
  return { result, status: refused === null ? 200 : 400 };
}

/** Stores the value; null where it is stored. */
async function refusalOf({
  owner,
  name,
  value,
}: {
  owner: Owner;
  name: string;
  value: string | undefined;
}): Promise<string | null> {
  if (value === undefined) return 'This value is no longer in the form.';
  const known = await listSecrets({ ownerId: owner.id });
  if (known.some((one) => one.name === name))
    return `There is a secret named ${name} already. Choose another name.`;
  try {
    await setSecret({ owner, name, value });
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
