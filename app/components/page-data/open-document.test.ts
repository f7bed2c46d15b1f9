import { afterEach, expect, test, vi } from 'vitest';
import { openDocument } from './open-document.ts';

afterEach(() => vi.unstubAllGlobals());

test('a restarted navigation leaves the page once, another one again', () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  const settings = {
    ...{ pathname: '/dashboard/settings', search: '?section=mail', hash: '#mail' },
    ...{ state: null, key: 'first' },
  };
  openDocument(settings);
  openDocument(settings);
  expect(assign.mock.calls).toEqual([['/dashboard/settings?section=mail#mail']]);
  openDocument({ ...settings, key: 'second' });
  expect(assign).toHaveBeenCalledTimes(2);
  // Back to an entry of the history has the key of that entry again.
  openDocument({ ...settings });
  expect(assign).toHaveBeenCalledTimes(3);
});
