// Loaded into the processes of a product under test by NODE_OPTIONS: faults that need access to the process. Web and
// worker get a clock that the suite sets, the worker reaches its database and Temporal through the suite's proxies.
import { readFileSync } from 'node:fs';

const [, program = ''] = process.argv;
const isWorker = program.endsWith('worker/main.js');
const isWeb = program.endsWith('server/main.js');

if (isWorker) {
  const ports = JSON.parse(process.env.FAULTS_PROXIES ?? '{}');
  for (const [name, port] of Object.entries(ports)) {
    process.env[name] = process.env[name]?.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`);
  }
}
if (isWorker || isWeb) followClock(process.env.FAULTS_CLOCK ?? '');

/** Shifts the result of Date by the milliseconds in a file, which may change at any time. */
function followClock(file) {
  let offsetMs = 0;
  const read = () => {
    try {
      offsetMs = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      offsetMs = 0;
    }
  };
  read();
  setInterval(read, 50).unref();
  const Real = globalThis.Date;
  const realNow = Real.now.bind(Real);
  const now = () => realNow() + offsetMs;
  const Shifted = new Proxy(Real, {
    construct: (target, given, newTarget) =>
      Reflect.construct(
        target,
        given.length === 0 ? [now()] : given,
        newTarget === Shifted ? target : newTarget,
      ),
    apply: () => new Real(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  Real.prototype.constructor = Shifted;
  globalThis.Date = Shifted;
}
