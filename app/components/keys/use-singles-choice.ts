import { useKeptFetcher } from '#app/components/ui/kept-fetchers.tsx';

/** The last choice applies at once, even while it is being saved. */
export function useSinglesChoice(saved: boolean): [areOn: boolean, choose: (areOn: boolean) => void] {
  const { formData, submit } = useKeptFetcher({ key: 'single-keys' });
  const chosen = formData?.get('keys');
  const choose = (areOn: boolean) =>
    submit({ keys: areOn ? 'on' : 'off' }, { method: 'post', action: '/preferences' });
  return [chosen ? chosen === 'on' : saved, choose];
}
