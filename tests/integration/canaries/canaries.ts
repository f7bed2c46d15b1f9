import { randomBytes } from 'node:crypto';

// Values that must not leak (security.md section 7), each unique. They are short and without quotes, so no rule against
// long or quoted words hides them by chance.

export type Place = 'temporal' | 'log' | 'database' | 'pages' | 'admin' | 'exports';

export interface Canary {
  name: string;
  value: string;
  /** Places where the design shows it, which are not checked. */
  shownIn: readonly Place[];
}

const aCanary = (name: string) => `${name}-${randomBytes(4).toString('hex')}`;

/** Typed by a user, or returned by a target. */
export const words = {
  urlPath: aCanary('urlpath'),
  urlQuery: aCanary('urlquery'),
  secretHeader: aCanary('authheader'),
  plainHeader: aCanary('tenantheader'),
  payload: aCanary('payload'),
  typedToken: aCanary('typedtoken'),
  editedPayload: aCanary('editedpayload'),
  clientSecret: aCanary('clientsecret'),
  /** Issued by the token URL. */
  accessToken: aCanary('accesstoken'),
  secret: aCanary('shopsecret'),
  secretInQuery: aCanary('querysecret'),
  pattern: aCanary('pattern'),
  description: aCanary('description'),
  tag: aCanary('tag'),
  responseBody: aCanary('answer'),
  responseCookie: aCanary('answercookie'),
  formQuery: aCanary('formquery'),
  formResponse: aCanary('formanswer'),
  webhookNotification: aCanary('webhooknote'),
  slackNotification: aCanary('slacknote'),
  defaultNotification: aCanary('defaultnote'),
  eventUrl: aCanary('eventurl'),
  channelUrl: aCanary('channelurl'),
  channelTemplate: aCanary('channeltemplate'),
  channelKey: aCanary('channelkey').replaceAll('-', '').padEnd(32, 'x'),
  mailbox: aCanary('mailbox'),
  mailSubject: aCanary('mailsubject'),
  mailText: aCanary('mailtext'),
  email: aCanary('email'),
  firstName: aCanary('firstname'),
  undecryptable: aCanary('unopened'),
  /** Quoted by an error of the database. */
  quoted: aCanary('quoted'),
};

/** Created by the product, and shown once or by permission of the account. */
export interface Issued {
  signingSecret: string;
  previousSigningSecret: string;
  eventSecret: string;
  previousEventSecret: string;
  apiKey: string;
  session: string;
  productToken: string;
  ticket: string;
  confirmation: string;
  pushEndpoint: string;
  pushKey: string;
}

/**
 * The one word of a job visible to operators everywhere, Temporal included (its memo): finding it proves that the
 * search works.
 */
export const jobName = aCanary('jobname');

// Section 7 masks the values of secret headers and shows their owner the rest of a job; who exports jobs takes it along.
const ofJob = ['pages', 'exports'] as const;
// Section 7 does not seal responses: AttemptBody has them for the retention of the plan (D32), and D42 shows it.
const inResponse = ['database', 'pages', 'exports'] as const;
// The same of headers, of which those with secret names are masked.
const inSecretResponse = ['database'] as const;
// Columns that section 7 does not seal; the search of the list reads some of them.
const ofWords = ['database', 'pages', 'exports'] as const;
// A sign-in finds the account by its address (security.md section 3), and /admin/users lists accounts (D3).
const ofPerson = ['database', 'pages', 'admin', 'exports'] as const;

const shown: Partial<Record<keyof typeof words | keyof Issued, readonly Place[]>> = {
  urlPath: ofJob,
  urlQuery: ofJob,
  plainHeader: ofJob,
  payload: ofJob,
  editedPayload: ofJob,
  webhookNotification: ofJob,
  slackNotification: ofJob,
  defaultNotification: ofJob,
  channelTemplate: ofJob,
  mailbox: ofJob,
  mailSubject: ofJob,
  mailText: ofJob,
  responseBody: inResponse,
  responseCookie: inSecretResponse,
  pattern: ofWords,
  description: ofWords,
  tag: ofWords,
  email: ofPerson,
  firstName: ofPerson,
};

export function canariesOf(issued: Issued): Canary[] {
  return Object.entries({ ...words, ...issued }).map(([name, value]) => ({
    name,
    value,
    shownIn: shown[name as keyof typeof shown] ?? [],
  }));
}

/** The names of the canaries in a text, in any encoding. */
export function heldIn({ text, canaries }: { text: string; canaries: Canary[] }): string[] {
  const small = text.toLowerCase();
  return canaries
    .filter(
      ({ value }) =>
        small.includes(value.toLowerCase()) || formsOf(value).some((form) => text.includes(form)),
    )
    .map(({ name }) => name);
}

/** Canaries in a text that must not show them. */
export function leakedTo({ place, text, canaries }: { place: Place; text: string; canaries: Canary[] }) {
  return heldIn({ text, canaries: canaries.filter(({ shownIn }) => !shownIn.includes(place)) });
}

/** The encodings of a value: percent-encoded, hexadecimal, base64 from any byte on. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const base64 = [0, 1, 2].map((before) => base64Of({ bytes, before }));
  return [
    encodeURIComponent(value),
    bytes.toString('hex'),
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

/** Base64 characters of these bytes alone, independent of the bytes around them. */
function base64Of({ bytes, before }: { bytes: Buffer; before: number }): string {
  const whole = Buffer.concat([Buffer.alloc(before), bytes]);
  return whole.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6));
}
