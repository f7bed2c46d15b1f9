import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { registerSearchAttributes } from '#server/engine/register-search-attributes.server.ts';
import { closeTemporalClient } from '#server/engine/temporal-client.server.ts';

// Accepts connections and stays silent, like a hanging server or a network that loses responses.
const silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1');
await once(silent, 'listening');
process.env.TEMPORAL_ADDRESS = `127.0.0.1:${(silent.address() as AddressInfo).port}`;

test('a worker that starts while Temporal does not respond gives up, so that it can be restarted', async () => {
  await expect(registerSearchAttributes()).rejects.toThrow(/did not respond in time|DEADLINE_EXCEEDED/);
  await closeTemporalClient();
  silent.close();
}, 20_000);
