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
        // The rest is shown only if the start fails.
        onLog: (line) => (isProblem(line) ? log.line(line) : log.aside(line)),
        // Fast shutdown: clients are cut, nothing is lost.
        onSpawn: (child) => onSpawn(running({ child, signal: 'SIGINT', politeMs })),
      });
      await cluster.createDatabase('punctual');
      onReady(cluster);
    },
  };
}

/** The start itself polls until the server accepts connections, which the server logs as fatal. */
function isProblem(line: string): boolean {
  return /\b(ERROR|FATAL|PANIC|WARNING): /.test(line) && !line.includes('the database system is starting up');
}
