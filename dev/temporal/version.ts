/** The command line tool and the server inside it that the product is tested with. */
export const cliVersion = '1.8.2';
export const serverVersion = '1.31.2';

/**
 * Reports whether `temporal --version` names a server that fits: the same major and minor part, and no older patch. The
 * tool's own number is ignored: a build from source prints 0.0.0-DEV.
 */
export function isFittingVersion(output: string): boolean {
  const found = /\(Server (\d+)\.(\d+)\.(\d+)/.exec(output)?.slice(1).map(Number);
  const [major, minor, patch] = serverVersion.split('.').map(Number);
  return found !== undefined && found[0] === major && found[1] === minor && (found[2] ?? 0) >= (patch ?? 0);
}
