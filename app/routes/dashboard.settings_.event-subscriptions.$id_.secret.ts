import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { jobIdOf } from '#app/http/id-param.ts';
import { showSecretAction } from '#app/http/settings/show-signing-secret.server.ts';
import { eventSubscriptionPath } from '#domain/event-type.ts';
import { parseId } from '#domain/ids.ts';
import { showSubscriptionSecret } from '#server/event-subscriptions/subscription-secret.server.ts';

/** Only a form receives the secret; a link leads to the page with the masked secret. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(eventSubscriptionPath(parseId(params.id) ?? 'new'));

export const action = (args: ActionFunctionArgs) =>
  showSecretAction({
    args,
    find: (owner) => showSubscriptionSecret({ owner, id: jobIdOf(args.params.id) }),
    returnTo: `${eventSubscriptionPath(parseId(args.params.id) ?? 'new')}?reveal=event-secret#secret`,
  });
