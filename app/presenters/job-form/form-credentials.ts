import { jsonToRows } from '#app/presenters/job-form/read-job-form.ts';
import { readAuth, toWireAuth } from '#domain/job/request-auth.ts';
import { type Credential, credentialsIn, withNamedSecret } from '#domain/paste/pasted-secrets.ts';
import { indentJson } from '#domain/text/indent-json.ts';

type Values = Record<string, string>;

/** A credential of a form that can be stored as a secret, without its value. */
export type SecretOffer = Omit<Credential, 'value'>;

/** The credentials the values of a form hold as they are written. */
export function credentialsOf(values: Values): Credential[] {
  return credentialsIn(partsOf(values));
}

export function toSecretOffers(values: Values): SecretOffer[] {
  return credentialsOf(values).map(({ value: _, ...offer }) => offer);
}

/** The values of a form, with a named secret instead of a credential. */
export function nameCredential({ values, id, name }: { values: Values; id: string; name: string }): Values {
  const { url, headers, auth } = withNamedSecret({ parts: partsOf(values), id, name });
  const [place] = id.split(' ');
  if (place === 'auth') return { ...values, auth: JSON.stringify(toWireAuth(auth)) };
  if (place === 'header') return { ...values, headers: indentJson(JSON.stringify(headers)) };
  return { ...values, webhookURL: url };
}

/** Unreadable fields have nothing to store: a save reports their errors. */
function partsOf({ webhookURL = '', headers = '', auth = '' }: Values) {
  const read = readAuth(auth);
  const rows = jsonToRows(headers) ?? [];
  return {
    url: webhookURL,
    headers: Object.fromEntries(rows.map(({ name, value }) => [name, value])),
    auth: 'message' in read ? null : read.auth,
  };
}
