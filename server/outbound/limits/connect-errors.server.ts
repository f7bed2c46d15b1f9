/**
 * What came of connecting to the target of a call: `untried` where that was not asked for, as with a call that was
 * cut off before, or one to an address that is not allowed.
 */
export type ConnectionEnd = 'made' | 'failed' | 'untried';

const closedAfter = 20;
// A host that has long been forgotten is tried like a new one.
const hostsHeld = 10_000;

/** Which hosts have taken no connection for so long that they are only probed. */
export interface ConnectErrors {
  isClosed: (host: string) => boolean;
  report: (args: { host: string; connection: ConnectionEnd }) => void;
  size: () => number;
}

/** A host counts as closed after 20 connect errors in a row, until a connection is made (security.md section 11). */
export function makeConnectErrors(): ConnectErrors {
  const inARow = new Map<string, number>();
  return {
    isClosed: (host) => (inARow.get(host) ?? 0) >= closedAfter,
    report: ({ host, connection }) => {
      if (connection === 'untried') return;
      const errors = (inARow.get(host) ?? 0) + 1;
      // Set anew, the host moves to the end: the first is the one that was told of least recently.
      inARow.delete(host);
      if (connection === 'made') return;
      inARow.set(host, errors);
      const [oldest] = inARow.keys();
      if (inARow.size > hostsHeld && oldest !== undefined) inARow.delete(oldest);
    },
    size: () => inARow.size,
  };
}
