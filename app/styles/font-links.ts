import type { LinkDescriptor } from '@remix-run/node';
import sans from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url';

/** The latin part of the text face is asked for with the page, so that the first paint has it. */
export const fontLinks: LinkDescriptor[] = [
  { rel: 'preload', as: 'font', type: 'font/woff2', href: sans, crossOrigin: 'anonymous' },
];
