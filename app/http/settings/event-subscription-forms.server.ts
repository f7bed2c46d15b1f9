import { data } from '@remix-run/node';
import { pageAction } from '#app/http/forms/page-action.server.ts';
import { fieldErrorsOf } from '#app/http/forms/form-action.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { redirectWithToast } from '#app/http/responses/flash-toast.server.ts';
import { toToastResult } from '#app/http/responses/respond-with-toast.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { ownerOf } from '#app/http/session/owner-of.server.ts';
import { AppError, errorCatalogue } from '#domain/errors.ts';
import { type EventType, eventSubscriptionPath } from '#domain/event-type.ts';
import { hourMs, minuteMs } from '#domain/time/units.ts';
import {
  createSubscription,
  updateSubscription,
} from '#server/event-subscriptions/save-subscription.server.ts';
import { startReplay } from '#server/event-subscriptions/start-replay.server.ts';

/** A refused form: the typed values, and the sentence of each field. */
export interface RefusedSubscription {
  url: string;
  types: string[];
  errors: Record<string, string>;
}

const fields = { names: ['form', 'url', 'hours'], lists: ['types'] };

/** Creates an event subscription and leads to its page; a bad field comes back with its sentence. */
export const newSubscriptionAction = pageAction({
  guard: requireUser,
  fields,
  run: async ({ user, request, form }) => {
    const typed = typedIn(form);
    const made = await orRefused({
      typed,
      save: () => createSubscription({ owner: ownerOf({ user, request }), ...typed }),
    });
    if ('refused' in made) return made.refused;
    const to = eventSubscriptionPath(made.done.id);
    return redirectWithToast({ request, to, toast: 'Event Subscription Created' });
  },
});

/** The forms of an event subscription's page: its URL and types, and the replay. */
export const subscriptionAction = pageAction({
  guard: requireUser,
  fields,
  run: async ({ user, request, params, form }) => {
    const id = jobIdOf(params.id);
    const owner = ownerOf({ user, request });
    const to = eventSubscriptionPath(id);
    if (form.get('form') === 'replay') {
      const fallback = 'Failed to start the replay. Please try again.';
      const { toast } = await toToastResult({ request, fallback, run: () => replay({ owner, id, form }) });
      return redirectWithToast({ request, to, toast });
    }
    const typed = typedIn(form);
    const saved = await orRefused({ typed, save: () => updateSubscription({ owner, id, ...typed }) });
    if ('refused' in saved) return saved.refused;
    return redirectWithToast({ request, to, toast: 'Event Subscription Saved' });
  },
});

async function replay({
  owner,
  id,
  form,
}: {
  owner: ReturnType<typeof ownerOf>;
  id: number;
  form: FormData;
}): Promise<string> {
  const hours = Number(form.get('hours'));
  if (!Number.isInteger(hours) || hours < 1 || hours > 168)
    throw new AppError('validation_error', { message: 'Choose one of the listed periods.' });
  // A week that began when the page was shown is longer than a week by now.
  const from = new Date(Date.now() - hours * hourMs + (hours === 168 ? minuteMs : 0));
  const events = await startReplay({ owner, id, from });
  if (events === 0) return 'No Events to Replay';
  return events === 1 ? 'Replaying 1 Event' : `Replaying ${events.toLocaleString('en-US')} Events`;
}

function typedIn(form: FormData): { url: string; types: EventType[] } {
  const url = form.get('url');
  const types = form.getAll('types').filter((type): type is EventType => typeof type === 'string');
  return { url: typeof url === 'string' ? url.trim() : '', types };
}

/** The refusal of a field, with the typed values; other errors are thrown. */
async function orRefused<Done>({
  typed,
  save,
}: {
  typed: { url: string; types: EventType[] };
  save: () => Promise<Done>;
}) {
  try {
    return { done: await save() };
  } catch (error) {
    if (!(error instanceof AppError) || error.type === 'not_found') throw error;
    const named = error.type === 'validation_error' ? fieldErrorsOf(error.details) : null;
    const errors = named
      ? Object.fromEntries(Object.entries(named).map(([name, [text = '']]) => [name, text]))
      : {};
    const refused: RefusedSubscription = { ...typed, errors: named ? errors : { '': error.message } };
    return { refused: data({ refused }, { status: errorCatalogue[error.type].status }) };
  }
}
