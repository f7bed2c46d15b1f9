import { Tag } from '#app/components/ui/tag.tsx';

const texts = {
  enabled: 'Enabled',
  failing: 'Failing',
  disabled: 'Disabled',
  gone: 'Disabled: 410',
  given_up: 'Disabled: failed for 5 days',
};

/** The state of an event subscription in a word. */
export function StateTag({ state }: { state: keyof typeof texts }) {
  return <Tag isPlain={state === 'enabled' || state === 'disabled'}>{texts[state]}</Tag>;
}
