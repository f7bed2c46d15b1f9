import { Fragment } from 'react';
import { Kbd } from '#app/components/ui/tag.tsx';
import { isMac } from './key-target.ts';

const capOf = (key: string) => (key === 'mod' ? (isMac() ? 'Cmd' : 'Ctrl') : key);

/** Keys of a shortcut as their labels; two presses have "then" between them. Labels are known only in browsers. */
export function KeyCaps({ presses }: { presses: readonly string[] }) {
  return (
    <span className="flex items-center gap-1 text-xs whitespace-nowrap text-muted">
      {presses.map((press, index) => (
        <Fragment key={press}>
          {index > 0 ? 'then' : null}
          {press.split('+').map((key) => (
            <Kbd key={key}>{capOf(key)}</Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
