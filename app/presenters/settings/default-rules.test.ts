import { expect, test } from 'vitest';
import type { DefaultRules } from '#domain/notifications/default-rules.ts';
import { newDefaultRule, openedDefaultRule, toDefaultRuleLines } from './default-rules.ts';

const defaults: DefaultRules = {
  account: [{ channel: 'calm', events: ['missed'], after: 1 }],
  tags: {
    ops: [{ channel: 'calm', events: ['failure'], after: 1 }],
    billing: [{ channel: '#money', events: ['failure', 'recovery'], after: 3 }],
  },
};

test('lists the defaults of all jobs first, then by tag', () => {
  expect(toDefaultRuleLines(defaults)).toEqual([
    { tag: '', channel: 'calm', events: 'missed run' },
    { tag: 'billing', channel: '#money', events: 'failure after 3, recovery' },
    { tag: 'ops', channel: 'calm', events: 'failure' },
  ]);
});

test('opens the default that an address names, else a new one', () => {
  const opened = (query: string) => openedDefaultRule({ defaults, params: new URLSearchParams(query) });
  expect(opened('tag=billing&channel=%23money')).toEqual({
    ...{ wasTag: 'billing', wasChannel: '#money', scope: 'tag', tag: 'billing', channel: '#money' },
    ...{ events: ['failure', 'recovery'], after: '3' },
  });
  expect(opened('channel=calm')).toMatchObject({ scope: 'all', tag: '', events: ['missed'] });
  for (const query of ['', 'tag=constructor&channel=calm', 'tag=gone&channel=calm', 'channel=%23money'])
    expect(opened(query)).toEqual(newDefaultRule);
});
