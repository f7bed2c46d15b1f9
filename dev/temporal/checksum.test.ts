import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkContent, checksumOf } from './checksum.ts';

const content = Buffer.from('the archive');
const hash = createHash('sha256').update(content).digest('hex');
const list = `${'0'.repeat(64)}  another.tar.gz\n${hash}  temporal.tar.gz\n`;

test('a file is found in the list by its whole name', () => {
  expect(checksumOf({ list, file: 'temporal.tar.gz' })).toBe(hash);
  expect(checksumOf({ list, file: 'temporal.tar' })).toBeUndefined();
});

test('an archive that differs from its checksum is refused', () => {
  expect(() => checkContent({ list, file: 'temporal.tar.gz', content })).not.toThrow();
  expect(() => checkContent({ list, file: 'temporal.tar.gz', content: Buffer.from('another') })).toThrow(
    /checksum/,
  );
});

test('an archive missing from the list is refused', () => {
  expect(() => checkContent({ list, file: 'unknown.tar.gz', content })).toThrow(/no checksum/);
});
