import { closeDatabase } from '#server/database/db.server.ts';
import { markRestored } from '#server/engine/mark-restored.server.ts';
import { loadZones } from '#server/zones/load-zones.server.ts';

loadZones();
// Run after a backup was restored, before anything else starts: docs/operations.md.
const { epoch, unknown } = await markRestored();
process.stdout.write(`Epoch ${epoch}. ${unknown} fires since the backup read unknown.\n`);
await closeDatabase();
