import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { knownSettings } from '#server/env.server.ts';
import { lostWindows } from '#server/executions/statistics/lost-fires.server.ts';
import { Outcome, Trigger } from '#server/generated/enums.ts';
import { measureProcess, registry } from '#server/metrics/instruments.server.ts';
import { measureLoop } from '#server/metrics/loop-lag.server.ts';
import { measureDatabase } from '#server/metrics/measure-database.server.ts';
import '#worker/metrics.ts';

// Checks the operators' documents (docs/operations.md, docs/monitoring) against the code.

const operations = readFileSync('docs/operations.md', 'utf8');

/** The lines of the table under a heading, as cells. */
function tableUnder(heading: string): string[][] {
  const [, section = ''] = operations.split(`\n## ${heading}\n`);
  const lines = section.split('\n## ')[0]?.split('\n') ?? [];
  const rows = lines.filter((line) => line.startsWith('|') && !/^\|[-| ]+\|$/.test(line));
  return rows.slice(1).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('the settings', () => {
  const named = tableUnder('Settings').flatMap(([names = '']) => names.split(/,\s*/));

  test('the reference names each variable the code reads, once, and no other', () => {
    expect(named.toSorted()).toEqual(knownSettings.toSorted());
  });

  test('only one module of the product reads the environment', () => {
    const readers = ['app', 'domain', 'server', 'worker', 'workflows']
      .flatMap((room) => readdirSync(room, { recursive: true }).map((name) => join(room, String(name))))
      .filter((path) => /\.(?:ts|tsx|js)$/.test(path) && !/\.test\.|\/generated\//.test(path))
      .filter((path) => /process\.env\b/.test(readFileSync(path, 'utf8')));
    expect(readers).toEqual(['server/env.server.ts']);
  });

  test('every setting of the example is in the reference', () => {
    const example = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(
      ([, name]) => name,
    );
    const ofCompose = ['POSTGRES_PASSWORD', 'WEB_BIND', 'WEB_PORT'];
    expect(example.filter((name) => !named.includes(name ?? '') && !ofCompose.includes(name ?? ''))).toEqual(
      [],
    );
  });
});

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
const { groups } = parse(readFileSync('docs/monitoring/alerts.yml', 'utf8')) as {
  groups: { rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
interface Panel {
  title: string;
  targets: { expr: string }[];
}
const { panels } = JSON.parse(readFileSync('docs/monitoring/grafana-dashboard.json', 'utf8')) as {
  panels: Panel[];
};

describe('alerts and panels', () => {
  measureDatabase();
  measureLoop();
  measureProcess();
  // Queries use the parts of a histogram; every series has the labels added by the scraper.
  const labelsByName = new Map<string, string[]>();
  for (const metric of registry.getMetricsAsArray()) {
    const {
      name,
      type,
      labelNames = [],
    } = metric as unknown as {
      name: string;
      type: string;
      labelNames?: string[];
    };
    const labels = [...labelNames, 'instance', 'job'];
    labelsByName.set(name, labels);
    if (type !== 'histogram') continue;
    for (const part of ['bucket', 'sum', 'count']) labelsByName.set(`${name}_${part}`, [...labels, 'le']);
  }
  const expressions = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ];

  test('exist', () => {
    expect(rules.length).toBeGreaterThan(5);
    expect(panels.length).toBeGreaterThan(10);
  });

  test.each(expressions)('%s uses metrics and labels that the processes export', (_title, expr) => {
    const metrics = expr.match(/\b(?:punctual|process|nodejs)_\w+/g) ?? [];
    expect(metrics.length).toBeGreaterThan(0);
    expect(metrics.filter((name) => !labelsByName.has(name))).toEqual([]);
    const known = new Set(metrics.flatMap((name) => labelsByName.get(name) ?? []));
    const matched = [...expr.matchAll(/\{([^{}]*)\}/g)].flatMap(([, inner = '']) =>
      [...inner.matchAll(/\b(\w+)\s*(?:=~|!=|=)/g)].map(([, label = '']) => label),
    );
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inner = '']) => inner.split(/,\s*/));
    expect([...matched, ...grouped].filter((label) => !known.has(label))).toEqual([]);
    for (const [open, close] of ['()', '{}', '[]'].map((pair) => pair.split(''))) {
      expect(expr.split(open ?? '').length).toBe(expr.split(close ?? '').length);
    }
  });

  test('the bucket used to judge lateness exists', () => {
    const bounds = /le="(\d+)"/.exec(rules[0]?.expr ?? '')?.[1];
    const lateness = registry.getSingleMetric('punctual_fire_lateness_milliseconds') as unknown as {
      upperBounds: number[];
    };
    expect(lateness.upperBounds).toContain(Number(bounds));
  });

  test('a new worker exports each outcome and trigger, so that the first count rises from 0', async () => {
    const fires = registry.getSingleMetric('punctual_fires_total') as unknown as {
      get: () => Promise<{ values: { value: number; labels: { outcome: string; trigger: string } }[] }>;
    };
    const { values } = await fires.get();
    expect(values.every(({ value }) => value === 0)).toBe(true);
    const reported = values.map(({ labels }) => `${labels.outcome} ${labels.trigger}`);
    const triggers = Object.values(Trigger).filter((trigger) => trigger !== 'test');
    expect(reported.toSorted()).toEqual(
      Object.values(Outcome)
        .flatMap((outcome) => triggers.map((trigger) => `${outcome} ${trigger}`))
        .toSorted(),
    );
  });

  test('the objective counts fires lost in an outage from the database, over the exported windows', () => {
    const reported = Object.keys(lostWindows);
    for (const name of ['ErrorBudgetBurnFast', 'ErrorBudgetBurnSlow']) {
      const expr = rules.find(({ alert }) => alert === name)?.expr ?? '';
      expect(expr).not.toMatch(/punctual_fires_total/);
      const windowsOf = (pattern: RegExp) => new Set([...expr.matchAll(pattern)].map(([, window]) => window));
      const lost = windowsOf(/max\(punctual_lost_fires\{window="(\w+)"\}\)/g);
      expect(lost.size).toBe(2);
      expect(windowsOf(/\[(\w+)\]/g)).toEqual(lost);
      expect([...lost].filter((window) => !reported.includes(window ?? ''))).toEqual([]);
    }
  });

  test('each of our metrics is in the reference', () => {
    const table = tableUnder('Metrics')
      .map(([names]) => names)
      .join(' ');
    const own = registry.getMetricsAsArray().map(({ name }) => name);
    expect(own.filter((name) => name.startsWith('punctual_') && !table.includes(name))).toEqual([]);
  });

  test('each alert has its section in the runbook, and each section its alert', () => {
    const headings = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (.+)$/gm)].map(
      ([, name]) => name,
    );
    expect(rules.map(({ alert }) => alert)).toEqual(headings);
    for (const { alert, annotations, labels } of rules) {
      expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
      expect(annotations.summary).toMatch(/\.$/);
      expect(['critical', 'warning']).toContain(labels.severity);
    }
  });
});
