import type { LinkDescriptor } from '@remix-run/node';
import sans from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url';
import styles from './app.css?url';

/** Links in the head of every page: styles, text font, icons and manifest. */
export const headLinks: LinkDescriptor[] = [
  // Preloads the font's latin part, so that the first paint has it.
  { rel: 'preload', as: 'font', type: 'font/woff2', href: sans, crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];
