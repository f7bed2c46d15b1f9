import { useSearchParams } from '@remix-run/react';
import { useCallback, useState } from 'react';

/** A choice kept in the address, which changes without a request to the server. */
export function useDocsChoice<Value extends string>({
  name,
  choices,
}: {
  name: string;
  choices: readonly { value: Value }[];
}): [value: Value | undefined, choose: (value: string) => void] {
  const [search] = useSearchParams();
  const asked = choices.find(({ value }) => value === search.get(name)) ?? choices[0];
  const [value, setValue] = useState(asked?.value);
  const choose = useCallback(
    (next: string) => {
      setValue((before) => choices.find((choice) => choice.value === next)?.value ?? before);
      const url = new URL(window.location.href);
      url.searchParams.set(name, next);
      window.history.replaceState(window.history.state, '', url);
    },
    [name, choices],
  );
  return [value, choose];
}
