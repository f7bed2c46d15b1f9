/** A path as a log may hold it: what opens something by itself is left out. */
export function loggedPath(path: string): string {
  return path.replace(/^(\/(?:mail\/(?:confirm|stop|unsubscribe)|unsubscribe|badges))\/.+$/, '$1/…');
}
