import { createHash } from 'node:crypto';

/**
 * The SHA-256 that a release's list of checksums gives for a file, in hexadecimal.
 * @param list lines of the form `<hash>  <name>`
 */
export function checksumOf({ list, file }: { list: string; file: string }): string | undefined {
  for (const line of list.split('\n')) {
    const [hash, name] = line.trim().split(/\s+\*?/);
    if (name === file && hash && /^[0-9a-f]{64}$/i.test(hash)) return hash.toLowerCase();
  }
  return undefined;
}

/** @throws Error where the content is not what the list promises */
export function checkContent({
  list,
  file,
  content,
}: {
  list: string;
  file: string;
  content: Uint8Array;
}): void {
  const wanted = checksumOf({ list, file });
  if (!wanted) throw new Error(`The release lists no checksum for ${file}.`);
  const found = createHash('sha256').update(content).digest('hex');
  if (found !== wanted) throw new Error(`${file} has the checksum ${found}, not ${wanted}.`);
}
