/** The number on the icon of the installed app; browsers without such icons do nothing. */
export function showBadge(failing: number): void {
  if (typeof navigator === 'undefined' || !('setAppBadge' in navigator)) return;
  const done = failing > 0 ? navigator.setAppBadge(failing) : navigator.clearAppBadge();
  // Refused where the app is not installed: there is no icon then.
  done.catch(() => undefined);
}
