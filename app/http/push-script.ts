/**
 * Runs in the head before the first paint: marks the root element where nothing can be pushed to this browser, or its
 * user has refused. What asks for it is part of the page from the start, or not seen: it does not push the page down.
 */
export const pushScript = `
if (!('Notification' in self && 'PushManager' in self && 'serviceWorker' in navigator) || Notification.permission === 'denied')
  document.documentElement.dataset.noPush = '';`;
