import { globSync } from 'node:fs';
import { sep } from 'node:path';

/** The rooms of the product (docs/data-flow.md). */
const rooms = ['domain', 'workflows', 'worker', 'server', 'app', 'prisma', 'dev'];

/** The product's own source files, relative to the root; tests, styles and the generated client are left out. */
export function sourceFiles(): string[] {
  const found = globSync(`{${rooms.join(',')}}/**/*.{ts,tsx}`).map((file) => file.split(sep).join('/'));
  return found.filter((file) => !file.startsWith('server/generated/') && !/\.test\.tsx?$/.test(file)).sort();
}
