import { closeConnection, type Connection } from './connection.server.ts';

/** Connections that wait for the next call to the same origin. */
export interface IdleConnections {
  take: (origin: string) => Connection | null;
  give: (connection: Connection) => void;
  closeAll: () => void;
}

const most = 2_000;

export function makeIdleConnections(): IdleConnections {
  const byOrigin = new Map<string, Connection[]>();
  let count = 0;

  const drop = (connection: Connection) => {
    const waiting = byOrigin.get(connection.origin);
    const at = waiting?.lastIndexOf(connection) ?? -1;
    if (!waiting || at < 0) return;
    waiting.splice(at, 1);
    connection.leaveIdle = null;
    count -= 1;
    if (waiting.length === 0) byOrigin.delete(connection.origin);
  };

  return {
    take: (origin) => {
      // The youngest: it is the least likely to be closed by the other side at this moment.
      const connection = byOrigin.get(origin)?.at(-1);
      if (connection) drop(connection);
      return connection ?? null;
    },
    give: (connection) => {
      if (connection.isClosed) return;
      if (count >= most) {
        closeConnection(connection);
        return;
      }
      const waiting = byOrigin.get(connection.origin);
      if (waiting) waiting.push(connection);
      else byOrigin.set(connection.origin, [connection]);
      count += 1;
      connection.leaveIdle = () => drop(connection);
    },
    closeAll: () => {
      for (const connection of [...byOrigin.values()].flat()) {
        closeConnection(connection);
      }
    },
  };
}
