import { type Cluster, startCluster } from '#dev/postgres/cluster.ts';
import type { Part } from './part.ts';
import { running } from './running.ts';

const politeMs = 3_000;

/** PostgreSQL with the product's database. */
export function postgresPart({
  clone,
  name,
  port,
  onReady,
}: {
  clone: string;
  name: string;
  port: number;
  onReady: (cluster: Cluster) => void;
}): Part {
  return {
    name: 'postgres',
    remedy: 'To keep its data aside and begin with an empty database, run `npm start -- --fresh`.',
    start: async ({ log, onSpawn }) => {
      const cluster = await startCluster({
        clone,
        name,
        port,
        settings: ['log_checkpoints=off'],
        // Of what is no fault there is a lot: it is shown where the start fails.
        onLog: (line) => (/\b(ERROR|FATAL|PANIC|WARNING): /.test(line) ? log.line(line) : log.aside(line)),
        // Fast shutdown: clients are cut, nothing is lost.
        onSpawn: (child) => onSpawn(running({ child, signal: 'SIGINT', politeMs })),
      });
      await cluster.createDatabase('punctual');
      onReady(cluster);
    },
  };
}
