import { useFetcher } from '@remix-run/react';

/** What was last chosen counts at once, also while it is being saved. */
export function useSinglesChoice(saved: boolean): [areOn: boolean, choose: (areOn: boolean) => void] {
  const { formData, submit } = useFetcher({ key: 'single-keys' });
  const chosen = formData?.get('keys');
  const choose = (areOn: boolean) =>
    submit({ keys: areOn ? 'on' : 'off' }, { method: 'post', action: '/preferences' });
  return [chosen ? chosen === 'on' : saved, choose];
}
