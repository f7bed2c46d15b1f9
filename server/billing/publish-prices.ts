import { publishPrices } from '#server/billing/publish-prices.server.ts';

// `npm run payments:prices`: once before the first sale, and after each change of a plan.
for (const line of await publishPrices()) process.stdout.write(`${line}\n`);
