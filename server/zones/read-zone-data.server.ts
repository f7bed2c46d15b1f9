import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hourMs } from '#domain/time/units.ts';
import { isPackedZones, readPackedZones } from '#domain/zones/packed-zones.ts';
import { createZones, type ZoneData } from '#domain/zones/zone-data.ts';
import type { ZoneRules } from '#domain/zones/zone.ts';
import { readTzif } from './read-tzif.server.ts';

/**
 * Reads zone data from a path: the package moment-timezone or its file data/packed/latest.json, or a folder of compiled
 * zones with tzdata.zi, such as /usr/share/zoneinfo.
 * @throws Error that says what the path lacks, for the operator
 */
export function readZoneData(path: string): ZoneData {
  if (!existsSync(path)) throw new Error(`there is nothing at ${path}`);
  const data = statSync(path).isDirectory() ? readFolder(path) : readPacked(path);
  const paris = createZones(data).zoneOf('Europe/Paris');
  if (paris?.periodAt(Date.UTC(2026, 0, 15)).offset !== hourMs)
    throw new Error(`${path} has no usable rules of Europe/Paris`);
  return data;
}

function readFolder(folder: string): ZoneData {
  const packed = ['data/packed/latest.json', 'latest.json']
    .map((name) => join(folder, name))
    .find((file) => existsSync(file));
  if (packed !== undefined) return readPacked(packed);
  if (existsSync(join(folder, 'tzdata.zi'))) return readZoneinfo(folder);
  throw new Error(
    `${folder} holds neither data/packed/latest.json (the npm package moment-timezone) nor tzdata.zi (compiled zones, such as /usr/share/zoneinfo)`,
  );
}

function readPacked(file: string): ZoneData {
  const value = parsed(file);
  if (!isPackedZones(value))
    throw new Error(`${file} is not the file data/packed/latest.json of the npm package moment-timezone`);
  return readPackedZones(value);
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The names are in tzdata.zi (https://data.iana.org/time-zones/tz-how-to.html), the rules in a file for each zone. */
function readZoneinfo(folder: string): ZoneData {
  const lines = readFileSync(join(folder, 'tzdata.zi'), 'utf8').split('\n');
  const version = /^# version (\d{4}[a-z]+)/.exec(lines[0] ?? '')?.[1];
  if (version === undefined) throw new Error(`${folder}/tzdata.zi does not begin with its version`);
  const words = lines.map((line) => line.split(' '));
  const zones = words.filter(([kind]) => kind === 'Z').map(([, name = '']) => name);
  const links = words
    .filter(([kind]) => kind === 'L')
    .map(([, zone = '', name = '']) => [name, zone] as const);
  const rules = new Map(
    zones
      .filter((name) => name !== 'Factory')
      .map((name): [string, ZoneRules] => [name, readZone({ folder, name })]),
  );
  return {
    version,
    zones: [...rules.keys()],
    links: new Map(resolved(links)),
    current: ['zone.tab', 'zone1970.tab']
      .flatMap((table) => namesOf(join(folder, table)))
      .filter(isFirst)
      .sort(),
    rulesOf: (zone) => rules.get(zone),
  };
}

function readZone({ folder, name }: { folder: string; name: string }): ZoneRules {
  const file = join(folder, name);
  try {
    return readTzif(readFileSync(file));
  } catch (error) {
    throw new Error(`${file} ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

/** A link can lead to a link. */
function resolved(links: (readonly [string, string])[]): [string, string][] {
  const targets = new Map(links);
  return links.map(([name, target]) => {
    let zone = target;
    for (let next = targets.get(zone); next !== undefined; next = targets.get(zone)) zone = next;
    return [name, zone];
  });
}

function namesOf(file: string): string[] {
  if (!existsSync(file)) return [];
  const rows = readFileSync(file, 'utf8').split('\n');
  return rows.filter((row) => row !== '' && !row.startsWith('#')).map((row) => row.split('\t')[2] ?? '');
}

const isFirst = (name: string, index: number, all: string[]) => all.indexOf(name) === index;
