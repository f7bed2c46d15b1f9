/** Shows a number on the installed app's icon; does nothing in browsers without such icons. */
export function showBadge(failing: number): void {
  if (typeof navigator === 'undefined' || !('setAppBadge' in navigator)) return;
  const done = failing > 0 ? navigator.setAppBadge(failing) : navigator.clearAppBadge();
  // Rejected where the app is not installed: there is no icon.
  done.catch(() => undefined);
}
