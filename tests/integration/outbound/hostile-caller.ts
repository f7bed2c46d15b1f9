import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeOutboundClient } from '#server/outbound/call-target.server.ts';
import { makeRules } from '#server/outbound/guard/target-rules.server.ts';
import { makeHandshake } from '#server/outbound/network/secure-socket.server.ts';

// Calls hostile endpoints and a sound one from a separate process, for its memory.

const { HOSTILE = '[]', SOUND = '', CALLS = '40', TIMEOUT_MS = '3000' } = process.env;
const hostile = JSON.parse(HOSTILE) as { name: string; port: number }[];
const timeoutMs = Number(TIMEOUT_MS);

const client = makeOutboundClient({
  resolveHost: () => Promise.resolve(['127.0.0.1']),
  handshake: makeHandshake(),
  rules: {
    ...makeRules({ allowTargets: [], ownOrigin: 'https://punctual.example' }),
    isPublic: (address) => address.startsWith('127.'),
  },
});

let rssMost = 0;
const watch = setInterval(() => (rssMost = Math.max(rssMost, process.memoryUsage.rss())), 20);

async function callOnce({
  name,
  port,
  limitMs = timeoutMs,
}: {
  name: string;
  port: number;
  limitMs?: number;
}) {
  const url = `http://target.example:${port}/`;
  const [began, waitedBefore] = [performance.now(), waitedMs()];
  const { error } = await client.callTarget({
    url,
    method: 'GET',
    headers: {},
    payload: null,
    timeoutMs: limitMs,
  });
  return { name, ms: performance.now() - began - (waitedMs() - waitedBefore), error: error };
}

/** Time this thread was ready to run while the machine ran others, which is not caused by the calls. */
function waitedMs(): number {
  if (process.platform !== 'linux') return 0;
  const [, waitedNs] = readFileSync('/proc/self/schedstat', 'utf8').split(' ');
  return Number(waitedNs) / 1_000_000;
}

let isOver = false;
async function callSound() {
  const calls: ReturnType<typeof callOnce>[] = [];
  while (!isOver) {
    calls.push(callOnce({ name: 'sound', port: Number(SOUND), limitMs: 30_000 }));
    await sleep(25);
  }
  return Promise.all(calls);
}

const sound = callSound();
// Like real fires: not all at one instant, yet all in flight together before the first times out.
const pending: ReturnType<typeof callOnce>[] = [];
for (let n = 0; n < Number(CALLS); n += 1) {
  pending.push(...hostile.map((one) => callOnce(one)));
  await sleep(Number(TIMEOUT_MS) / 2 / Number(CALLS));
}
const calls = await Promise.all(pending);
isOver = true;
const others = await sound;
clearInterval(watch);
client.close();
console.log(JSON.stringify({ calls, others, rssMost }));
