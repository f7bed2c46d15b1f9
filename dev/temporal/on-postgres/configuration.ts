/** Where the four services of a Temporal server listen, on 127.0.0.1. */
export interface ServicePorts {
  frontend: Ports;
  history: Ports;
  matching: Ports;
  worker: Ports;
}

interface Ports {
  grpc: number;
  membership: number;
}

const historyShards = 16;
export const databases = { executions: 'temporal', visibility: 'temporal_visibility' };

/**
 * The configuration file of a Temporal server on PostgreSQL that one machine runs; JSON is YAML too.
 * @param dynamicFile settings the server reads again while it runs
 */
export function configuration({
  ports,
  postgresUrl,
  dynamicFile,
}: {
  ports: ServicePorts;
  postgresUrl: string;
  dynamicFile: string;
}): string {
  const { host, username } = new URL(postgresUrl);
  const store = ({ databaseName, connections }: { databaseName: string; connections: number }) => ({
    sql: {
      ...{ pluginName: 'postgres12', databaseName, user: username },
      ...{ connectAddr: host, connectProtocol: 'tcp' },
      ...{ maxConns: connections, maxIdleConns: connections, maxConnLifetime: '1h' },
    },
  });
  const service = ({ grpc, membership }: Ports) => ({
    rpc: { grpcPort: grpc, membershipPort: membership, bindOnLocalHost: true },
  });
  const frontend = `127.0.0.1:${ports.frontend.grpc}`;
  return JSON.stringify({
    log: { stdout: true, level: 'error' },
    persistence: {
      ...{ defaultStore: 'executions', visibilityStore: 'visibility' },
      numHistoryShards: historyShards,
      datastores: {
        executions: store({ databaseName: databases.executions, connections: 20 }),
        visibility: store({ databaseName: databases.visibility, connections: 5 }),
      },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: {
      frontend: service(ports.frontend),
      history: service(ports.history),
      matching: service(ports.matching),
      worker: service(ports.worker),
    },
    clusterMetadata: {
      ...{ enableGlobalNamespace: false, failoverVersionIncrement: 10 },
      ...{ masterClusterName: 'active', currentClusterName: 'active' },
      clusterInformation: {
        active: { enabled: true, initialFailoverVersion: 1, rpcName: 'frontend', rpcAddress: frontend },
      },
    },
    dynamicConfigClient: { filepath: dynamicFile, pollInterval: '60s' },
  });
}

/** As `npm start` has it: the worker that plans a fire also holds it, without the way through the task queue. */
export const dynamicSettings = JSON.stringify({
  'system.enableActivityEagerExecution': [{ value: true }],
});
