import { buildImage } from './build-image.ts';
import { checkImage } from './check-image.ts';
import { requireTools } from './tools.ts';

// `npm run image` builds the production image without a container engine, and checks it; `-- --check` only checks it.

const clone = process.cwd();
await requireTools();
if (!process.argv.includes('--check')) await buildImage({ clone });
const { passed, failed } = await checkImage({ clone });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
