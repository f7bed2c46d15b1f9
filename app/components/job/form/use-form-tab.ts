import { useSearchParams } from '@remix-run/react';
import { useCallback, useState } from 'react';
import { formSections } from '#app/presenters/job-form/form-sections.ts';

/** The open tab, kept in the address, which changes without a request to the server. */
export function useFormTab() {
  const [search] = useSearchParams();
  const asked = formSections.find(({ value }) => value === search.get('tab'));
  const [tab, setTab] = useState<string>(asked?.value ?? formSections[0].value);
  const open = useCallback((next: string) => {
    setTab(next);
    const url = new URL(window.location.href);
    url.searchParams.set('tab', next);
    window.history.replaceState(window.history.state, '', url);
  }, []);
  return { tab, open };
}
