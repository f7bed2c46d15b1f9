// Turns push messages on and off in this browser.

const address = '/dashboard/push';

export const pushFailed = 'Failed to turn on push messages. Please try again.';

/** State of push in this browser; only the browser's own settings can undo `blocked`. */
export type PushAbility = 'unsupported' | 'blocked' | 'asks' | 'allowed';

export function pushAbility(): PushAbility {
  if (!('Notification' in window) || !('PushManager' in window) || !('serviceWorker' in navigator))
    return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' ? 'allowed' : 'asks';
}

/** SHA-256 of this browser's push endpoint, as the server lists it; null if push is off here. */
export async function ownPushHash(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Asks the user, subscribes at the push service and registers at the server. Call it from a click: browsers
 * ask only then.
 * @returns false if the user declined
 * @throws Error when the push service or the server refuses
 */
export async function switchPushOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  // `ready` never resolves if no worker was registered.
  if (!(await navigator.serviceWorker.getRegistration())) throw new Error('There is no service worker.');
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription with another key of this installation is useless.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  await publish({ act: 'on', endpoint, p256dh: keys?.['p256dh'], auth: keys?.['auth'] });
  return true;
}

/** Turns push off in this browser. */
export async function switchPushOff(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  await publish({ act: 'off', endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

/** Stops asking the user. */
export async function declinePush(): Promise<void> {
  await publish({ act: 'not-now' });
}

async function publish(fields: Record<string, string | undefined>): Promise<void> {
  const given = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const result = await fetch(address, { method: 'POST', body: new URLSearchParams(given) });
  if (!result.ok) throw new Error(`The server responded with ${result.status}.`);
}
