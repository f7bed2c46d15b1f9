import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

export const repositoryRooms = [
  ...['app', 'bench', 'dev', 'docs', 'domain', 'prisma', 'public', 'server', 'tests', 'worker', 'workflows'],
];
const productRoom = /^(?:app|dev|domain|prisma|server|worker|workflows)\//;

/** Paths of all files of the repository, but for what npm and builds put there. */
export function repositoryFiles(): string[] {
  const top = readdirSync('.', { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const below = repositoryRooms.flatMap((room) =>
    readdirSync(room, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).split(sep).join('/')),
  );
  return [...top, ...below];
}

/** Files with one of these endings, without generated code. */
export const filesEnding = (...endings: string[]): string[] =>
  repositoryFiles().filter(
    (file) => endings.some((ending) => file.endsWith(ending)) && !file.startsWith('server/generated/'),
  );

/** The product's own source files (docs/data-flow.md), without tests. */
export const sourceFiles = (): string[] =>
  filesEnding('.ts', '.tsx').filter((file) => productRoom.test(file) && !/\.test\.tsx?$/.test(file));
