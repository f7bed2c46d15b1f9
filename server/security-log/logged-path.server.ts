/** A path for a log: secrets in it are left out. */
export function loggedPath(path: string): string {
  return path.replace(/^(\/(?:mail\/(?:confirm|stop|unsubscribe)|unsubscribe|badges))\/.+$/, '$1/…');
}
