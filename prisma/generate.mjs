// Writes the Prisma client to server/generated. The generator never runs its engine, but looks for one and
// would download it: any existing file will do.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(process.execPath, ['node_modules/prisma/build/index.js', 'generate'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
});
process.exit(status ?? 1);
