import { env } from '#server/env.server.ts';
import { applyMigrations } from './apply-migrations.ts';

const applied = await applyMigrations({ databaseUrl: env().DATABASE_URL });
process.stdout.write(
  applied.length > 0 ? `Applied ${applied.join(', ')}\n` : 'The database is up to date.\n',
);
// The engine leaves a timer of its lock behind, which would hold the process for another 10 s.
process.exit(0);
