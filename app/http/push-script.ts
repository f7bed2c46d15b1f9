/**
 * Runs in the head before the first paint: marks the root element if push messages are unsupported or blocked. The
 * prompt is part of the page from the start, or hidden: it does not push the page down.
 */
export const pushScript = `
if (!('Notification' in self && 'PushManager' in self && 'serviceWorker' in navigator) || Notification.permission === 'denied')
  document.documentElement.dataset.noPush = '';`;
