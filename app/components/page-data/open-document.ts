import { createPath, type Location } from '@remix-run/react';

let opened: Location | undefined;

/**
 * Leaves this page for the address of a navigation, as a document of the new build: once for a navigation that the
 * router restarts with the same location, after an action for example.
 */
export function openDocument(next: Location): void {
  if (next === opened) return;
  opened = next;
  location.assign(createPath(next));
}
