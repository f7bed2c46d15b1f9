import { randomUUID } from 'node:crypto';
import { saveDefaultChannel } from '#server/accounts/default-channel.server.ts';
import { createSession } from '#server/accounts/sessions/create-session.server.ts';
import { findSession } from '#server/accounts/sessions/find-session.server.ts';
import { issueTicket } from '#server/accounts/sessions/issue-ticket.server.ts';
import { signProductToken } from '#server/accounts/sessions/product-token.server.ts';
import { eventTypes } from '#domain/event-type.ts';
import { createApiKey } from '#server/api-keys/create-api-key.server.ts';
import { createChannel } from '#server/channels/create-channel.server.ts';
import { testChannel } from '#server/channels/test-channel.server.ts';
import { db } from '#server/database/db.server.ts';
import { createSubscription } from '#server/event-subscriptions/save-subscription.server.ts';
import { rotateSubscriptionSecret } from '#server/event-subscriptions/subscription-secret.server.ts';
import { savePushSubscription } from '#server/push/save-push-subscription.server.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { setSecret } from '#server/secrets/set-secret.server.ts';
import { makeSigningSecret } from '#server/signing/make-signing-secret.server.ts';
import { rotateSigningSecret } from '#server/signing/rotate-signing-secret.server.ts';
import { aUser } from '../makers.ts';
import { aBrowser } from '../push/push-service.ts';
import { type Issued, words } from './canaries.ts';
import { endpoint } from './endpoint.ts';

const request = { id: 'r', ip: '192.0.2.7', userAgent: 'test' };
/** The part after the common prefix of a kind. */
const restOf = (text: string) => text.slice(text.lastIndexOf('_') + 1);

/** An account with every kind of data, and the values shown to its owner. */
export async function anAccount() {
  const user = await aUser({
    email: `${words.email}@example.com`,
    firstName: words.firstName,
    tier: 'ultimate',
  });
  const { id: userId } = user;
  const owner = { id: userId, tier: user.tier, request };
  await setSecret({ owner, name: 'SHOP_TOKEN', value: words.secret });
  await setSecret({ owner, name: 'QUERY_TOKEN', value: words.secretInQuery });
  const previousSigningSecret = await makeSigningSecret({ owner });
  const signingSecret = await rotateSigningSecret({ owner });
  const event = { owner, url: endpoint.url(`/events/${words.eventUrl}`), types: eventTypes };
  const { id, secret: previousEventSecret } = await createSubscription(event);
  const eventSecret = await rotateSubscriptionSecret({ owner, id });
  const { plain } = await createApiKey({ tx: db(), userId, name: 'Default', scope: 'write' });
  const config = endpoint.url(`/notes/${words.defaultNotification}`);
  await saveDefaultChannel({ owner, channel: { type: 'webhook', config } });

  const path = `/notes/${words.channelUrl}`;
  const settings = { url: endpoint.url(path) };
  const template = { format: 'json' as const, body: `{"note": "${words.channelTemplate} {{event.title}}"}` };
  const hook = { name: 'Hook', kind: 'webhook' as const, settings, template };
  const { id: channelId } = await createChannel({ owner, draft: hook });
  await testChannel({ owner, channelId });
  const pager = { name: 'Pager', kind: 'pagerduty' as const, settings: { routingKey: words.channelKey } };
  await createChannel({ owner, draft: pager });

  const { token, sessionId } = await createSession({
    tx: db(),
    userId,
    authenticatedAt: new Date(),
    request,
  });
  const signedIn = await findSession({ token });
  if (!signedIn) throw new Error('The session was not opened.');
  const browser = aBrowser();
  await savePushSubscription({ ...signedIn, subscription: browser.subscription, request });
  const productToken = await signProductToken({ userId, sessionId });

  const issued = {
    signingSecret: restOf(signingSecret),
    previousSigningSecret: restOf(previousSigningSecret),
    eventSecret: restOf(eventSecret),
    previousEventSecret: restOf(previousEventSecret),
    // Without its end: the last four characters identify it everywhere (security.md section 4).
    apiKey: restOf(plain).slice(0, 24),
    session: token,
    productToken: productToken.slice(productToken.lastIndexOf('.') + 1),
    ticket: await issueTicket({ sessionId }),
    pushEndpoint: browser.subscription.endpoint.slice(-16),
    pushKey: browser.subscription.auth,
  } satisfies Partial<Issued>;
  return { user, owner, channelId, apiKey: plain, productToken, sessionToken: token, browser, issued };
}

/** An account whose only named secret cannot be decrypted: its calls end with an internal error. */
export async function aBrokenAccount() {
  const user = await aUser();
  const { id: userId } = user;
  const value = seal({ text: words.undecryptable, userId, field: `elsewhere.${randomUUID()}` });
  await db().secret.create({ data: { userId, name: 'BROKEN', value } });
  return { id: userId, tier: user.tier };
}
