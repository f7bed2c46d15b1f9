/**
 * Result of connecting to a call's target: `untried` if there was no connection, as with a call aborted before, or one
 * to a forbidden address.
 */
export type ConnectionEnd = 'made' | 'failed' | 'untried';

const closedAfter = 20;
// A host that has long been forgotten is tried like a new one.
const hostsHeld = 10_000;

/** Hosts that are only probed, after a long time without a successful connection. */
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
      // Reinserting moves the host to the end: the first is the least recently used.
      inARow.delete(host);
      if (connection === 'made') return;
      inARow.set(host, errors);
      const [oldest] = inARow.keys();
      if (inARow.size > hostsHeld && oldest !== undefined) inARow.delete(oldest);
    },
    size: () => inARow.size,
  };
}
