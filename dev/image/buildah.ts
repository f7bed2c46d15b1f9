import { homedir } from 'node:os';
import { join } from 'node:path';
import { capture } from './tools.ts';

// A store of our own, for every clone of this user: the base image is made once.
const store = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'punctual', 'images');

/** The options of each call: a store that needs no kernel feature, and processes without a container engine. */
const storeOptions = ['--root', store, '--runroot', join(store, 'run'), '--storage-driver', 'vfs'];

/** Arguments of a call of buildah on our store. */
export const buildahArgs = (args: string[]): string[] => [...storeOptions, ...args];

/** Calls buildah on our store. @returns what it wrote */
export const buildah = (...args: string[]): string => capture('buildah', buildahArgs(args));

/** Reports whether the store has an image. */
export function hasImage(name: string): boolean {
  return buildah('images', '--format', '{{.Name}}:{{.Tag}}').split('\n').includes(name);
}
