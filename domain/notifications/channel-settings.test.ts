import { expect, test } from 'vitest';
import { maskedSettings, withSavedSettings } from './channel-settings.ts';
import type { ChannelConfig } from './channel-kinds.ts';

const slack: ChannelConfig = { kind: 'slack', url: 'https://hooks.slack.com/services/T0/B0/x' };
const ntfy: ChannelConfig = {
  kind: 'ntfy',
  server: 'https://ntfy.sh',
  topic: 'alerts',
  accessToken: 'tk_12345678',
};

test('settings are shown without secrets; a secret URL keeps its host', () => {
  expect(maskedSettings(slack)).toEqual({ url: 'https://hooks.slack.com/********' });
  expect(maskedSettings(ntfy)).toEqual({
    ...{ server: 'https://ntfy.sh', topic: '********', accessToken: '********' },
  });
  expect(maskedSettings({ kind: 'email', addresses: ['a@x.example', 'b@x.example'] })).toEqual({
    addresses: 'a@x.example, b@x.example',
  });
  expect(maskedSettings({ ...ntfy, accessToken: null })).not.toHaveProperty('accessToken');
});

test.each([
  ['left out', {}, 'alerts'],
  ['empty', { topic: ' ' }, 'alerts'],
  ['masked', { topic: '********' }, 'alerts'],
  ['given', { topic: 'other' }, 'other'],
])('a secret that is %s', (_, input, topic) => {
  expect(withSavedSettings({ kind: 'ntfy', input, saved: ntfy })).toMatchObject({ topic });
});

test('other settings stay only where they are left out; null removes a secret', () => {
  const given = (input: object) => withSavedSettings({ kind: 'ntfy', input, saved: ntfy });
  expect(given({})).toMatchObject({ server: 'https://ntfy.sh' });
  expect(given({ server: '' })).toMatchObject({ server: '' });
  expect(given({ accessToken: null })).toMatchObject({ accessToken: null });
});

test.each(['********', '', undefined])('another server is not sent the saved token: %s', (accessToken) => {
  const given = (server: string) =>
    withSavedSettings({
      kind: 'ntfy',
      input: { server, ...(accessToken !== undefined && { accessToken }) },
      saved: ntfy,
    });
  expect(given('https://ntfy.example.com').accessToken ?? '').toBe('');
  expect(given('https://ntfy.sh/')).toMatchObject({ accessToken: 'tk_12345678' });
});

test('another kind keeps nothing of the saved one', () => {
  expect(withSavedSettings({ kind: 'webhook', input: { url: '' }, saved: slack })).toEqual({ url: '' });
  expect(withSavedSettings({ kind: 'slack', input: { url: '' }, saved: null })).toEqual({ url: '' });
});
