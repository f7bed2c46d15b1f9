import { readFileSync } from 'node:fs';

/** The commands that docs/operations.md gives under a heading, one a line, comments left out. */
export function commandsUnder(heading: string): string[] {
  const [, section = ''] = readFileSync('docs/operations.md', 'utf8').split(`\n## ${heading}\n`);
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(section.split('\n## ')[0] ?? '') ?? [];
  return block
    .split('\n')
    .map((line) => line.replace(/\s#.*/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
