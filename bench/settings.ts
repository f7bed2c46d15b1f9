import { parseArgs } from 'node:util';
import { type IdlePeriod, idlePeriods } from './idle-periods.ts';
import type { Store } from './stack.ts';

export const partNames = [
  ...(['burst', 'peers', 'rate', 'growth', 'ledger', 'idle', 'memory'] as const),
  ...(['kill', 'takeover', 'deploy', 'join'] as const),
  ...(['web', 'api', 'pages'] as const),
] as const;
export type PartName = (typeof partNames)[number];

export interface BenchSettings {
  parts: PartName[];
  /** Jobs at one instant. */
  sizes: number[];
  /** Sizes for the peers. */
  peerSizes: number[];
  peers: string[];
  /** Fires per second, of jobs that each fire once a period, in seconds. */
  rates: number[];
  period: number;
  stores: Store[];
  /** Numbers of jobs that fire at one rate, and that rate: fires per second. */
  growthJobs: number[];
  growthRate: number;
  /** Jobs between two fires, of which there is one in each period. */
  idleJobs: number;
  idlePeriods: IdlePeriod[];
  /** Numbers of jobs for which the worker's memory is measured. */
  memoryJobs: number[];
  /** Jobs held by the killed worker. */
  heldJobs: number[];
  /** Minutely jobs that two workers share: 100 fires a second with 6,000. */
  sharedJobs: number;
  /** Milliseconds that the engine gets for each new job before the first fire. */
  handOverMs: number;
  /** Jobs of the owner whose pages are requested, executions of one of them, and seconds of load. */
  webJobs: number;
  webExecutions: number;
  webSeconds: number;
  /** Jobs of each account that calls the API, and seconds of load. */
  apiJobs: number;
  apiSeconds: number;
  /** Measured rounds. */
  rounds: number;
  /** Duration of a rate or an idle measurement. */
  minutes: number;
  /** File for the results, added to existing ones. */
  out: string;
}

/**
 * npm run bench -- burst rate --sizes 100,1000 --rates 60 --stores sqlite --rounds 2 --minutes 1 --out file.json
 * --suite also names a part: npm run bench -- --suite web
 */
export function readSettings({ args, peerNames }: { args: string[]; peerNames: string[] }): BenchSettings {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      sizes: { type: 'string', default: '1,100,1000,10000' },
      'peer-sizes': { type: 'string', default: '1000,10000' },
      peers: { type: 'string', default: peerNames.join(',') },
      rates: { type: 'string', default: '60,80,100,120' },
      period: { type: 'string', default: '60' },
      stores: { type: 'string', default: 'sqlite,postgres' },
      'growth-jobs': { type: 'string', default: '1000,60000' },
      'growth-rate': { type: 'string', default: '100' },
      'idle-jobs': { type: 'string', default: '10000' },
      'idle-period': { type: 'string', default: idlePeriods.join(',') },
      'memory-jobs': { type: 'string', default: '1000,10000,60000' },
      'held-jobs': { type: 'string', default: '1,1000,6000' },
      'shared-jobs': { type: 'string', default: '6000' },
      'hand-over-ms': { type: 'string', default: '60' },
      'web-jobs': { type: 'string', default: '10000' },
      'web-executions': { type: 'string', default: '1000000' },
      'web-seconds': { type: 'string', default: '120' },
      'api-jobs': { type: 'string', default: '200' },
      'api-seconds': { type: 'string', default: '60' },
      suite: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      minutes: { type: 'string', default: '3' },
      out: { type: 'string', default: 'bench/results/latest.json' },
    },
  });
  const named = [...positionals, ...(values.suite?.split(',') ?? [])];
  const chosen = named.length > 0 ? named : [...partNames];
  return {
    parts: among({ name: 'A part', texts: chosen, known: partNames }),
    sizes: numbers({ name: 'sizes', text: values.sizes }),
    peerSizes: numbers({ name: 'peer-sizes', text: values['peer-sizes'] }),
    peers: among({ name: '--peers', texts: values.peers.split(','), known: peerNames }),
    rates: numbers({ name: 'rates', text: values.rates }),
    period: number({ name: 'period', text: values.period }),
    stores: among({
      name: '--stores',
      texts: values.stores.split(','),
      known: ['sqlite', 'postgres'] as const,
    }),
    growthJobs: numbers({ name: 'growth-jobs', text: values['growth-jobs'] }),
    growthRate: number({ name: 'growth-rate', text: values['growth-rate'] }),
    idleJobs: number({ name: 'idle-jobs', text: values['idle-jobs'] }),
    idlePeriods: among({
      name: '--idle-period',
      texts: values['idle-period'].split(','),
      known: idlePeriods,
    }),
    memoryJobs: numbers({ name: 'memory-jobs', text: values['memory-jobs'] }),
    heldJobs: numbers({ name: 'held-jobs', text: values['held-jobs'] }),
    sharedJobs: number({ name: 'shared-jobs', text: values['shared-jobs'] }),
    handOverMs: number({ name: 'hand-over-ms', text: values['hand-over-ms'] }),
    webJobs: number({ name: 'web-jobs', text: values['web-jobs'] }),
    webExecutions: number({ name: 'web-executions', text: values['web-executions'] }),
    webSeconds: number({ name: 'web-seconds', text: values['web-seconds'] }),
    apiJobs: number({ name: 'api-jobs', text: values['api-jobs'] }),
    apiSeconds: number({ name: 'api-seconds', text: values['api-seconds'] }),
    rounds: number({ name: 'rounds', text: values.rounds }),
    minutes: number({ name: 'minutes', text: values.minutes }),
    out: values.out,
  };
}

function numbers({ name, text }: { name: string; text: string }): number[] {
  return text.split(',').map((part) => number({ name, text: part }));
}

function number({ name, text }: { name: string; text: string }): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes whole numbers from 1 on.`);
  return value;
}

function among<Name extends string>({
  name,
  texts,
  known,
}: {
  name: string;
  texts: string[];
  known: readonly Name[];
}): Name[] {
  return texts.map((text) => {
    const found = known.find((one) => one === text);
    if (!found) throw new Error(`${name} is one of ${known.join(', ')}.`);
    return found;
  });
}
