import { expect, test } from 'vitest';
import { jobInput } from '#domain/job/job.ts';
import { errorCounts } from './form-sections.ts';
import { readJobForm, textOf } from './read-job-form.ts';
import { rulesOfRows, toRuleRows } from './rule-rows.ts';

function formOf(...rows: { channel: string; events?: string[]; after?: string }[]): FormData {
  const form = new FormData();
  for (const [row, { channel, events = [], after = '1' }] of rows.entries()) {
    form.set(`rule${row}Channel`, channel);
    for (const event of events) form.append(`rule${row}Events`, event);
    form.set(`rule${row}After`, after);
  }
  return form;
}

test('the rows of the form become the field and come back from it', () => {
  const form = formOf({ channel: '#money', events: ['failure', 'recovery'], after: '3' }, { channel: '' });
  const json = rulesOfRows(form);
  expect(JSON.parse(json)).toEqual([{ channel: '#money', events: ['failure', 'recovery'], after: 3 }]);
  const rows = toRuleRows(json);
  expect(rows).toHaveLength(5);
  expect(rows[0]).toEqual({ channel: '#money', events: ['failure', 'recovery'], after: '3' });
  expect(rows[1]?.channel).toBe('');
  expect(rulesOfRows(formOf({ channel: '' }))).toBe('');
});

test('a row keeps its place below an empty one, and its errors count for the tab', () => {
  const form = readJobForm(formOf({ channel: '' }, { channel: 'calm' }));
  const read = jobInput.safeParse({
    ...{
      name: 'A',
      webhookURL: 'https://a.example/',
      cronExpression: null,
      notifyRules: form.get('notifyRules'),
    },
  });
  expect(read.error?.issues.map(({ path }) => path)).toEqual([['notifyRules', 1, 'events']]);
  expect(toRuleRows(textOf(form, 'notifyRules'))[1]?.channel).toBe('calm');
  expect(errorCounts({ 'notifyRules[1].events': ['x'] }).notifications).toBe(1);
});

test('a form without these controls leaves the field alone, and text that is no list shows empty rows', () => {
  expect(readJobForm(new FormData()).has('notifyRules')).toBe(false);
  expect(toRuleRows('{')).toHaveLength(5);
});
