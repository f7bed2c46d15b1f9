import { data, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { type FormResult, formAction } from '#app/http/forms/form-action.server.ts';
import { pageAction } from '#app/http/forms/page-action.server.ts';
import { noFields } from '#app/http/forms/read-form.server.ts';
import { respondWithToast } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { channelForm } from '#app/http/settings/channel-form.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { AppError } from '#domain/errors.ts';
import { plainLine } from '#domain/text/plain-text.ts';
import { saveMailChoices } from '#server/account-mail/mail-choices.server.ts';
import { saveProfile } from '#server/accounts/save-profile.server.ts';
import { setSecret } from '#server/secrets/set-secret.server.ts';

const name = z
  .string()
  .trim()
  .max(100, { error: 'A name can have 100 characters.' })
  .regex(plainLine, { error: 'A name has no control characters.' })
  // An empty field is sent as none.
  .default('');

/** First and last name; the email address is the provider's and is not read from the form. */
const profileForm = formAction({
  guard: requireUser,
  schema: z.object({ firstName: name, lastName: name }),
  fallback: 'Failed to update profile. Please try again.',
  run: async ({ user, request, input }) => {
    await saveProfile({ user, names: input, request: requestFacts(request) });
    return respondWithToast({ request, to: '/dashboard/settings#profile', toast: 'Profile Updated' });
  },
});

// A switch that is off is not sent.
const choice = z.boolean().default(false);

/** The optional emails of the account. */
const mailForm = formAction({
  guard: requireUser,
  schema: z.object({ jobs_paused: choice, weekly_summary: choice }),
  fallback: 'Failed to save your mails. Please try again.',
  run: async ({ user, request, input }) => {
    await saveMailChoices({
      userId: user.id,
      choices: input,
      actorId: user.id,
      request: requestFacts(request),
    });
    return respondWithToast({ request, to: '/dashboard/settings#mail', toast: 'Mail Choices Saved' });
  },
});

/** A named secret, new or with another value; no response contains the value. */
const secretForm = formAction({
  guard: requireUser,
  // The use case validates both.
  schema: z.object({ name: z.string().trim().default(''), value: z.string().default('').transform(asTyped) }),
  fallback: 'Failed to save the secret. Please try again.',
  hideFields: ['value'],
  run: async ({ user, request, input }) => {
    await setSecret({ owner: ownerOf({ user, request }), ...input });
    return respondWithToast({ request, to: '/dashboard/settings#secrets', toast: 'Secret Saved' });
  },
});

const forms = { profile: profileForm, channel: channelForm, mail: mailForm, secret: secretForm };

/** A form of the settings page, named by `?form=`. */
export type SettingsFormName = keyof typeof forms;

/** Response to a form of the settings page; without a script, it also names the form. */
export interface SettingsResult extends FormResult {
  form: SettingsFormName;
  /** The payload of a test notification, as it was sent. */
  notificationBody?: string | null;
}

/** The action of the settings page; the address names the form. */
export async function settingsAction(args: ActionFunctionArgs) {
  const name = new URL(args.request.url).searchParams.get('form');
  if (!isForm(name)) return noForm(args);
  const result = await forms[name](args);
  if (result instanceof Response) return result;
  const shown = { result: null, ...result.data, form: name } satisfies SettingsResult;
  return data(shown, result.init ?? {});
}

/** An address that names no form of the page is behind the guard too. */
const noForm = pageAction({
  guard: requireUser,
  fields: noFields,
  run: (): Promise<Response> => Promise.reject(new AppError('not_found')),
});

function isForm(name: string | null): name is SettingsFormName {
  return name !== null && Object.hasOwn(forms, name);
}

/** Browsers send each line break of a text area as two characters. */
function asTyped(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
