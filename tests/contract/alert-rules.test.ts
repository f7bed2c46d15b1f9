import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { promtoolHere } from '#dev/test/promtool.ts';

// Prometheus itself reads the alert rules and says when each one fires. `npm test` installs promtool.

const file = resolve('docs/monitoring/alerts.yml');
const promtool = promtoolHere() ?? '';
/** A skipped test counts as nothing: in a complete run, it fails instead. */
const isDemanded = process.env.TEST_PROMTOOL === '1';

interface Rule {
  alert: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}
const { groups } = parse(await readFile(file, 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

/** Values of a series in promtool's notation. */
type Series = Record<string, string>;
interface Example {
  alert: string;
  when: string;
  series: Series;
  /** Minutes from one value to the next; 1 by default. */
  step?: number;
  /** Minutes. */
  at: number;
  /** Labels of the firing alert, besides those of the rule; none if the rule is quiet. */
  fires?: Record<string, string>;
}

const fireCount = 'punctual_fire_lateness_milliseconds_count{instance="w1"}';
const fireInTime = 'punctual_fire_lateness_milliseconds_bucket{instance="w1",le="1000"}';
const fires = ({ inTime, values }: { inTime: number; values: number }): Series => ({
  [fireCount]: `0+1000x${values}`,
  [fireInTime]: `0+${inTime}x${values}`,
});
const lost = (byWindow: Record<string, string>): Series =>
  Object.fromEntries(
    Object.entries(byWindow).map(([window, values]) => [
      `punctual_lost_fires{instance="w1",window="${window}"}`,
      values,
    ]),
  );
const batches = (withinASecond: number): Series => ({
  'punctual_ledger_batch_duration_milliseconds_bucket{le="1000"}': `0+${withinASecond}x60`,
  'punctual_ledger_batch_duration_milliseconds_bucket{le="5000"}': '0+100x60',
  'punctual_ledger_batch_duration_milliseconds_bucket{le="+Inf"}': '0+100x60',
});
const web = { instance: 'w1', job: 'web' };
const ofWeb = 'instance="w1",job="web"';
const held = (short: number): Series => ({
  [`punctual_event_loop_held_seconds_count{${ofWeb}}`]: '0+1x60',
  [`punctual_event_loop_held_seconds_bucket{${ofWeb},le="0.2"}`]: `0+${short}x60`,
});
const pages = (errors: string): Series => ({
  'punctual_http_request_duration_seconds_count{status_class="2xx"}': '0+980x60',
  'punctual_http_request_duration_seconds_count{status_class="5xx"}': errors,
});

const fast = 'ErrorBudgetBurnFast';
const slow = 'ErrorBudgetBurnSlow';
const examples: Example[] = [
  { alert: fast, when: 'nothing is measured yet', series: {}, at: 60 },
  {
    alert: fast,
    when: 'one of a thousand fires is late',
    series: fires({ inTime: 999, values: 90 }),
    at: 90,
  },
  { alert: fast, when: '2 % are late', series: fires({ inTime: 980, values: 90 }), at: 90, fires: {} },
  {
    alert: fast,
    when: 'an outage lost fires and no other was sent',
    series: lost({ '1h': '50x90', '5m': '50x90' }),
    at: 90,
    fires: {},
  },
  {
    alert: fast,
    when: 'fires were lost an hour ago and all have left in time since',
    series: { ...fires({ inTime: 1000, values: 90 }), ...lost({ '1h': '5000x90', '5m': '0x90' }) },
    at: 90,
  },
  {
    alert: slow,
    when: 'half a percent is late',
    series: fires({ inTime: 995, values: 100 }),
    step: 5,
    at: 480,
  },
  {
    alert: slow,
    when: '1 % is late',
    series: fires({ inTime: 990, values: 100 }),
    step: 5,
    at: 480,
    fires: {},
  },
  {
    alert: slow,
    when: 'an outage lost 1 %',
    series: { ...fires({ inTime: 1000, values: 100 }), ...lost({ '6h': '1000x100', '30m': '100x100' }) },
    step: 5,
    at: 480,
    fires: {},
  },
  {
    alert: 'NoActiveWorker',
    when: 'one of two workers holds its lease',
    series: { 'punctual_lease_held{instance="w1"}': '1x10', 'punctual_lease_held{instance="w2"}': '0x10' },
    at: 10,
  },
  {
    alert: 'NoActiveWorker',
    when: 'no worker holds its lease',
    series: { 'punctual_lease_held{instance="w1"}': '1x4 0x5', 'punctual_lease_held{instance="w2"}': '0x10' },
    at: 8,
    fires: {},
  },
  { alert: 'NoActiveWorker', when: 'no worker is scraped', series: {}, at: 5, fires: {} },
  {
    alert: 'JobSyncStalled',
    when: 'a change waited for three minutes and was applied',
    series: { punctual_relay_lag_seconds: '0 60 120 180 0x10' },
    at: 10,
  },
  {
    alert: 'JobSyncStalled',
    when: 'a change keeps waiting',
    series: { punctual_relay_lag_seconds: '0+60x15' },
    at: 15,
    fires: {},
  },
  { alert: 'SlowLedgerWrites', when: 'all take less than a second', series: batches(100), at: 40 },
  { alert: 'SlowLedgerWrites', when: '2 % take longer', series: batches(98), at: 40, fires: {} },
  {
    alert: 'HighEventLoopLag',
    when: 'the loop lags for five minutes',
    series: { [`nodejs_eventloop_lag_p99_seconds{${ofWeb}}`]: '0.3x5 0.1x30' },
    at: 30,
  },
  {
    alert: 'HighEventLoopLag',
    when: 'the loop lags',
    series: { [`nodejs_eventloop_lag_p99_seconds{${ofWeb}}`]: '0.3x30' },
    at: 20,
    fires: web,
  },
  { alert: 'EventLoopBlocked', when: 'the loop is blocked briefly', series: held(1), at: 40 },
  { alert: 'EventLoopBlocked', when: 'the loop is blocked for long', series: held(0), at: 40, fires: web },
  {
    alert: 'NotificationBacklog',
    when: 'pending notifications become fewer',
    series: { punctual_notifications_pending: '9000-20x60' },
    at: 60,
  },
  {
    alert: 'NotificationBacklog',
    when: 'a few notifications become more',
    series: { punctual_notifications_pending: '0+10x60' },
    at: 60,
  },
  {
    alert: 'NotificationBacklog',
    when: 'many notifications become more',
    series: { punctual_notifications_pending: '1100+20x60' },
    at: 60,
    fires: {},
  },
  {
    alert: 'MaintenanceTaskFailing',
    when: 'a maintenance task failed once and succeeded an hour later',
    series: { 'punctual_maintenance_unhealthy{name="expired"}': '1x60 0x120' },
    at: 180,
  },
  {
    alert: 'MaintenanceTaskFailing',
    when: 'a maintenance task fails for three hours',
    series: {
      'punctual_maintenance_unhealthy{name="expired"}': '1x180',
      'punctual_maintenance_unhealthy{name="mails"}': '0x180',
    },
    at: 180,
    fires: { name: 'expired' },
  },
  { alert: 'HighHttpErrorRate', when: 'there are no requests', series: {}, at: 30 },
  { alert: 'HighHttpErrorRate', when: 'half a percent fails', series: pages('0+5x60'), at: 30 },
  { alert: 'HighHttpErrorRate', when: '2 % fail', series: pages('0+20x60'), at: 30, fires: {} },
];

const folder = await mkdtemp(join(tmpdir(), 'punctual-alerts-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Output of promtool; it fails with its findings. */
const run = async (args: string[]) => (await promisify(execFile)(promtool, args)).stdout;

/** The expected text of an annotation: promtool compares the rendered template. */
const filled = ({ text, labels }: { text: string; labels: Record<string, string> }) =>
  text.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, name: string) => labels[name] ?? '');

/** One example as a rule test of Prometheus. */
function toRuleTest({ alert, series, step = 1, at, fires: labels }: Example) {
  const rule = rules.find((one) => one.alert === alert);
  if (!rule) throw new Error(`There is no alert ${alert}.`);
  const annotations = Object.fromEntries(
    Object.entries(rule.annotations).map(([name, text]) => [name, filled({ text, labels: labels ?? {} })]),
  );
  const expected = { exp_labels: { ...rule.labels, ...labels }, exp_annotations: annotations };
  return {
    interval: `${step}m`,
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [{ eval_time: `${at}m`, alertname: alert, exp_alerts: labels ? [expected] : [] }],
  };
}

test('each alert has an example that fires it and one that does not', () => {
  const covered = (isFiring: boolean) =>
    new Set(examples.filter((one) => Boolean(one.fires) === isFiring).map(({ alert }) => alert));
  for (const isFiring of [true, false])
    expect([...covered(isFiring)].toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

test.runIf(isDemanded)('promtool is available where TEST_PROMTOOL requires it', () => {
  expect(promtool).not.toBe('');
});

describe.skipIf(promtool === '')('the alert rules in Prometheus', { timeout: 20_000 }, () => {
  test('are all valid', async () => {
    expect(await run(['check', 'rules', file])).toContain(`SUCCESS: ${rules.length} rules found`);
  });

  test.each(examples.map((one) => [one.alert, one.when, one] as const))(
    '%s when %s',
    async (_, __, example) => {
      const written = join(folder, `${examples.indexOf(example)}.json`);
      const tests = [toRuleTest(example)];
      await writeFile(written, JSON.stringify({ rule_files: [file], evaluation_interval: '1m', tests }));
      expect(await run(['test', 'rules', written])).toContain('SUCCESS');
    },
  );
});
