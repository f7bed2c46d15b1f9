import { pasteIntoForm } from '#app/presenters/job-form/paste-into-form.ts';
import { authHeader, readAuth } from '#domain/job/request-auth.ts';
import { checkTargetUrl } from '#domain/outbound-url.ts';
import type { ReportedCase } from './cases.ts';

/** An empty form filled by a command. */
export interface PastedForm {
  url: string | undefined;
  /** The form can be saved with this address. */
  isAddress: boolean;
  method: string | undefined;
  /** By names in lower case, including the authentication header. */
  headers: Record<string, string>;
  payload: string | undefined;
  /** The reason why nothing was imported. */
  reason: string | null;
  /** "what: why" of each omitted part. */
  left: string[];
}

/** Pastes a text into an empty form. */
export function paste(text: string): PastedForm {
  const { values, report } = pasteIntoForm({ form: new FormData(), text });
  const { auth } = readPastedAuth(values.auth);
  // No command authenticates by OAuth 2.
  const signedIn =
    auth === null || auth.type === 'oauth2'
      ? []
      : [authHeader(auth)].map(({ name, value }) => [name, value] as const);
  const headers = [
    ...Object.entries(JSON.parse(values.headers || '{}') as Record<string, string>),
    ...signedIn,
  ];
  return {
    url: values.webhookURL,
    isAddress: checkTargetUrl(values.webhookURL ?? '').isValid,
    method: values.httpMethod,
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    payload: values.payload,
    reason: report.reason,
    left: report.left.map(({ what, why }) => `${what}: ${why}`),
  };
}

function readPastedAuth(text: string | undefined) {
  const read = readAuth(text);
  if ('message' in read) throw new Error(read.message);
  return read;
}

/** Pastes the text of a reported case. */
export function pasteCase({ input }: ReportedCase): PastedForm {
  if (typeof input.text !== 'string') throw new Error('The case has no text.');
  return paste(input.text);
}
