import { expect, test } from 'vitest';
import { channelNotice } from './channel-notice.ts';

test('one disabled channel leads to its page, several to the list', () => {
  expect(channelNotice([])).toBeNull();
  expect(channelNotice([{ id: 7, name: '#ops' }])).toEqual({
    text: 'The channel #ops is disabled: deliveries kept failing.',
    to: '/dashboard/settings/channels/7',
  });
  const several = channelNotice([
    { id: 7, name: '#ops' },
    { id: 9, name: 'Phone' },
  ]);
  expect(several?.text).toContain('#ops, Phone');
  expect(several?.to).toBe('/dashboard/settings/channels');
});
