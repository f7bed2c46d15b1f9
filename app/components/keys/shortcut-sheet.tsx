import { Switch } from '#app/components/ui/input/switch.tsx';
import { Sheet } from '#app/components/ui/overlay/dialog.tsx';
import { KeyCaps } from './key-caps.tsx';
import { keyList, keyPlaces } from './key-list.ts';
import { useSingles } from './keys-area.tsx';

/** All shortcuts by page, and the switch for single-key ones. Loaded on first use. */
export default function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [areSinglesOn, choose] = useSingles();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title="Keyboard Shortcuts">
      <div className="grid gap-5 px-4 pb-6 sm:px-5">
        <div className="grid gap-1 border-b border-border pb-4">
          <Switch checked={areSinglesOn} onChange={(event) => choose(event.currentTarget.checked)}>
            Single-Key Shortcuts
          </Switch>
          <p className="text-xs text-pretty text-muted">
            When off, only Ctrl/⌘ shortcuts work. This browser remembers it.
          </p>
        </div>
        {keyPlaces.map((place) => (
          <section key={place} aria-label={place}>
            <h3 className="mb-1 text-xs font-semibold text-muted">{place}</h3>
            <dl>
              {keyList
                .filter((known) => known.place === place)
                .map(({ name, presses, words, ...known }) => (
                  <div
                    key={name}
                    className="flex min-h-9 items-center gap-3 border-b border-border last:border-b-0"
                  >
                    <dt className="min-w-0 flex-1">{words}</dt>
                    <dd className="flex items-center gap-1 text-xs text-muted">
                      <KeyCaps presses={presses} />
                      {'other' in known ? (
                        <>
                          or
                          <KeyCaps presses={[known.other]} />
                        </>
                      ) : null}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Sheet>
  );
}
