import { freePort } from '#dev/ports.ts';
import { readJsonFile, writeJson } from './json-file.ts';

/** The preferred port of each part. */
const wanted = {
  web: 3000,
  identity: 3010,
  payments: 3020,
  echo: 4010,
  smtp: 4025,
  mail: 4026,
  receivers: 4030,
  postgres: 5440,
  temporal: 7233,
  temporalUi: 8233,
  webMetrics: 9464,
  workerMetrics: 9465,
};

export type Ports = Record<keyof typeof wanted, number>;

/**
 * The ports of this start: those of the last one where they are free, so addresses and sessions last; else the next
 * free ones after the wanted.
 */
export async function choosePorts({ home, web }: { home: string; web?: number }): Promise<Ports> {
  const remembered = (readJsonFile({ home, name: 'ports.json' }) as Partial<Ports> | undefined) ?? {};
  const taken = new Set<number>();
  const ports = { ...wanted };
  for (const part of Object.keys(wanted) as (keyof Ports)[]) {
    const first = (part === 'web' ? web : undefined) ?? remembered[part] ?? wanted[part];
    ports[part] =
      (await freePortBut({ from: first, taken, tries: 1 })) ??
      (await nextFree({ from: wanted[part], taken }));
    taken.add(ports[part]);
  }
  writeJson({ home, name: 'ports.json', value: ports });
  return ports;
}

async function nextFree({ from, taken }: { from: number; taken: Set<number> }): Promise<number> {
  const port = await freePortBut({ from, taken, tries: 200 });
  if (port === undefined) throw new Error(`No free port between ${from} and ${from + 199}.`);
  return port;
}

async function freePortBut({ from, taken, tries }: { from: number; taken: Set<number>; tries: number }) {
  for (let port = from; port < from + tries; port += 1) {
    if (taken.has(port)) continue;
    const isFree = await freePort({ from: port, tries: 1 }).then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
  return undefined;
}
