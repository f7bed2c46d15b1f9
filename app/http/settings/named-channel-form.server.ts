import { data, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { formAction, type FormResult } from '#app/http/forms/form-action.server.ts';
import { pageAction, refuseWithToast } from '#app/http/forms/page-action.server.ts';
import { noFields } from '#app/http/forms/read-form.server.ts';
import { channelIdOf } from '#app/http/id-param.ts';
import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { runWithToast } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { testNotificationToast } from '#app/presenters/job/job-notifications.server.ts';
import { AppError } from '#domain/errors.ts';
import type { ChannelFieldName } from '#domain/notifications/channel-fields.ts';
import { channelKinds } from '#domain/notifications/channel-kinds.ts';
import { quietNames } from '#domain/notifications/quiet-hours-form.ts';
import { type QuietHours, readQuietHours } from '#domain/notifications/quiet-hours.ts';
import { type BodyTemplate, readTemplate } from '#domain/notifications/template/read-template.ts';
import { bodyChoices, templateNames } from '#domain/notifications/template/template-form.ts';
import { askAddress } from '#server/channels/ask-address.server.ts';
import { createChannel } from '#server/channels/create-channel.server.ts';
import { getChannel } from '#server/channels/list-channels.server.ts';
import { previewTemplate, type TemplatePreview } from '#server/channels/preview-template.server.ts';
import { testChannel } from '#server/channels/test-channel.server.ts';
import type { ChannelDraft } from '#server/channels/types.ts';
import type { Owner } from '#server/jobs/types.ts';
import { updateChannel } from '#server/channels/update-channel.server.ts';

const channelPath = (id: number) => `/dashboard/settings/channels/${id}`;
const text = z.string().default('');

const settings = {
  ...{ url: text, addresses: text, botToken: text, chatId: text, server: text },
  ...{ topic: text, accessToken: text, routingKey: text, region: text },
} satisfies Record<ChannelFieldName, z.ZodType>;

const schema = z.object({
  name: text,
  kind: z.enum(channelKinds),
  /** Pressed instead of Save: the kind that the URL belongs to. */
  asKind: z.enum(channelKinds).optional(),
  /** An optional secret to remove. */
  removed: z.enum(['accessToken']).optional(),
  ...settings,
  /** Each checked day is a value. */
  [quietNames.weekdays]: z.array(z.string()).default([]),
  ...{
    [quietNames.isQuiet]: text,
    [quietNames.from]: text,
    [quietNames.until]: text,
    [quietNames.timeZone]: text,
  },
  /** Left out where the kind or the plan has no body of its own: it stays as it is. */
  [templateNames.choice]: z.enum(bodyChoices).optional(),
  ...{ [templateNames.format]: text, [templateNames.body]: text },
  /** Pressed instead of Save. */
  [templateNames.preview]: z.string().optional(),
});

// A URL comes back with its error, so that it can be corrected; tokens and keys are typed again.
const hideFields = ['botToken', 'accessToken', 'routingKey'];

function toDraft(input: z.output<typeof schema>): ChannelDraft {
  const { name, kind, asKind, removed, isQuiet, quietDays, quietFrom, quietUntil, quietZone, ...others } =
    input;
  const { bodyChoice, templateFormat, templateBody, preview: _preview, ...given } = others;
  const hours = { weekdays: quietDays, from: quietFrom, until: quietUntil, timeZone: quietZone };
  const isWebhook = (asKind ?? kind) === 'webhook';
  return {
    name,
    kind: asKind ?? kind,
    quietHours: isQuiet === '' || (asKind ?? kind) === 'pagerduty' ? null : readTyped(hours),
    template: isWebhook ? templateIn({ bodyChoice, templateFormat, templateBody }) : undefined,
    settings: { ...given, ...(removed !== undefined && { [removed]: null }) },
  };
}

/** @throws AppError validation_error: each bad field by its name in the form */
function readTyped(hours: Parameters<typeof readQuietHours>[0]): QuietHours {
  const { quietHours, errors } = readQuietHours(hours);
  if (quietHours) return quietHours;
  const details = Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [quietNames[name as keyof QuietHours], error]),
  );
  throw new AppError('validation_error', { details });
}

type TemplateInput = Pick<z.output<typeof schema>, 'bodyChoice' | 'templateFormat' | 'templateBody'>;

/** Undefined for a form without the choice, null for the standard body. */
function templateIn(input: TemplateInput): BodyTemplate | null | undefined {
  return input.bodyChoice === 'own' ? typedTemplate(input) : input.bodyChoice && null;
}

/** @throws AppError validation_error: each bad field by its name in the form */
function typedTemplate({
  templateFormat: format,
  templateBody: body,
}: Omit<TemplateInput, 'bodyChoice'>): BodyTemplate {
  const read = readTemplate({ format, body });
  if (read.template) return read.template;
  const details = Object.fromEntries(
    Object.entries(read.errors).map(([name, error]) => [templateNames[name as keyof BodyTemplate], error]),
  );
  throw new AppError('validation_error', { details });
}

/** Response to the form: its errors, or the body of its template with an event. */
export interface ChannelFormResult extends FormResult {
  preview?: TemplatePreview;
}

/** The page again with the typed fields and the body of the typed template; nothing is saved. */
async function previewed({
  owner,
  input,
  asSent,
}: {
  owner: Owner;
  input: z.output<typeof schema>;
  asSent: () => FormResult['result'];
}) {
  const preview = await previewTemplate({ owner, template: typedTemplate(input) });
  return data<ChannelFormResult>({ result: asSent(), toast: null, preview });
}

/** The form of a new channel. */
export const newChannelForm = formAction({
  guard: requireUser,
  schema,
  fallback: 'Failed to add the channel. Please try again.',
  hideFields,
  run: async ({ user, request, input, asSent }) => {
    const owner = ownerOf({ user, request });
    if (input.preview !== undefined) return previewed({ owner, input, asSent });
    const { id } = await createChannel({ owner, draft: toDraft(input) });
    return redirectWithToast({ request, to: channelPath(id), toast: 'Channel Added' });
  },
});

const saveForm = formAction({
  guard: requireUser,
  schema,
  fallback: 'Failed to save the channel. Please try again.',
  hideFields,
  run: async ({ user, request, params, input, asSent }) => {
    const channelId = channelIdOf(params['id']);
    const owner = ownerOf({ user, request });
    if (input.preview !== undefined) {
      await getChannel({ owner, channelId });
      return previewed({ owner, input, asSent });
    }
    await updateChannel({ owner, channelId, draft: toDraft(input) });
    return redirectWithToast({ request, to: channelPath(channelId), toast: 'Channel Saved' });
  },
});

const testForm = pageAction({
  guard: requireUser,
  fields: noFields,
  refuse: refuseWithToast,
  run: ({ user, request, params }) => {
    const channelId = channelIdOf(params['id']);
    return runWithToast({
      request,
      to: channelPath(channelId),
      fallback: 'Failed to send the test notification. Please try again.',
      run: async () =>
        testNotificationToast(await testChannel({ owner: ownerOf({ user, request }), channelId })),
    });
  },
});

const askForm = pageAction({
  guard: requireUser,
  fields: { names: ['address'] },
  refuse: refuseWithToast,
  run: ({ user, request, params, form }) => {
    const channelId = channelIdOf(params['id']);
    const address = form.get('address');
    return runWithToast({
      request,
      to: channelPath(channelId),
      fallback: 'Failed to send the confirmation link. Please try again.',
      run: async () => {
        const owner = ownerOf({ user, request });
        const state = await askAddress({
          owner,
          channelId,
          address: typeof address === 'string' ? address : '',
        });
        return state === 'asked' ? 'Confirmation Requested' : 'Address Already Confirmed';
      },
    });
  },
});

const acts = { save: saveForm, test: testForm, ask: askForm };

/** The forms of a channel's page; the address names the form. */
export function channelAction(args: ActionFunctionArgs) {
  const act = new URL(args.request.url).searchParams.get('act');
  return act !== null && Object.hasOwn(acts, act) ? acts[act as keyof typeof acts](args) : noForm(args);
}

/** An address that names no form of the page is behind the guard, too. */
const noForm = pageAction({
  guard: requireUser,
  fields: noFields,
  run: (): Promise<Response> => Promise.reject(new AppError('not_found')),
});
