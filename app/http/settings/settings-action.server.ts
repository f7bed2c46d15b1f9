import { data, type ActionFunctionArgs } from '@remix-run/node';
import type { FormResult } from '#app/http/forms/form-action.server.ts';
import { pageAction } from '#app/http/forms/page-action.server.ts';
import { noFields } from '#app/http/forms/read-form.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { channelForm } from '#app/http/settings/channel-form.server.ts';
import { mailForm } from '#app/http/settings/mail-form.server.ts';
import { profileForm } from '#app/http/settings/profile-form.server.ts';
import { secretForm } from '#app/http/settings/secret-form.server.ts';
import { AppError } from '#domain/errors.ts';

const forms = { profile: profileForm, channel: channelForm, mail: mailForm, secret: secretForm };

/** A form of the settings page, as `?form=` of its address names it. */
export type SettingsFormName = keyof typeof forms;

/** Response to a form of the settings page; without a script, it also names the form. */
export interface SettingsResult extends FormResult {
  form: SettingsFormName;
  /** The payload of a test notification, as it was sent. */
  notificationBody?: string | null;
}

/** The action of the settings page: hands the form to the one that its address names. */
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
