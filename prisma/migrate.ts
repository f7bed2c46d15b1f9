import { env } from '#server/env.server.ts';
import { applyMigrations } from './apply-migrations.ts';

const applied = await applyMigrations({ databaseUrl: env().DATABASE_URL });
process.stdout.write(
  applied.length > 0 ? `Applied ${applied.join(', ')}\n` : 'The database is up to date.\n',
);
// Otherwise the timer of the engine's lock would keep the process alive for another 10 s.
process.exit(0);
