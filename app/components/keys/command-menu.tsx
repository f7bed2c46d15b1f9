import { useNavigate } from '@remix-run/react';
import { Command } from 'cmdk';
import { Search, Webhook, type LucideIcon } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { forgetToken } from '#app/components/frame/stored-token.ts';
import { useTheme } from '#app/components/frame/use-theme.ts';
import { cn } from '#app/components/ui/cn.ts';
import { menuLine } from '#app/components/ui/details-menu.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { layer, overlay } from '#app/components/ui/overlay-style.ts';
import { KeyCaps } from './key-caps.tsx';
import { keyList } from './key-list.ts';
import { usePressKey } from './keys-area.tsx';
import { menuGroups, type MenuEntry } from './menu-entries.ts';
import { useFoundJobs } from './use-found-jobs.ts';

interface MenuProps {
  isOpen: boolean;
  onClose: () => void;
}

const searchStart = 'Search jobs for ';

/** Everything that can be gone to or done from anywhere, by typing. Loaded at first use. */
export default function CommandMenu({ isOpen, onClose }: MenuProps) {
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlay} />
        <RadixDialog.Content
          aria-describedby={undefined}
          className={cn(
            layer,
            'fixed top-[max(16px,12dvh)] left-1/2 w-[calc(100vw-32px)] -translate-x-1/2 overflow-hidden sm:max-w-140',
          )}
        >
          <RadixDialog.Title className="sr-only">Command Menu</RadixDialog.Title>
          <Entries onClose={onClose} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function Entries({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const jobs = useFoundJobs(typed);
  const signOut = useRef<HTMLFormElement>(null);
  const does = useDoes({ signOut, onClose });
  const go = (to: string) => {
    onClose();
    navigate(to);
  };
  const search = typed.trim();
  const searchLine = `${searchStart}"${search}"`;
  const [chosen, setChosen] = useState('');
  const firstJob = jobs[0] && `job ${jobs[0].id}`;
  // Jobs come a moment after the keys: what was found is chosen before the way to search for it.
  useEffect(() => {
    if (firstJob) setChosen((before) => (before.startsWith(searchStart) ? firstJob : before));
  }, [firstJob]);
  return (
    <Command shouldFilter={false} label="Commands and jobs" loop value={chosen} onValueChange={setChosen}>
      <div className="flex h-12 items-center gap-2.5 border-b border-control px-4 text-muted">
        <Icon of={Search} />
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          maxLength={200}
          placeholder="Search or jump to"
          className="h-full min-w-0 flex-1 bg-transparent text-sm text-ink outline-none touch:text-base"
        />
      </div>
      <Command.List
        label="Commands and jobs"
        className="max-h-[min(60dvh,420px)] overflow-y-auto p-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted"
      >
        {menuGroups(typed).map(({ label, entries }) => (
          <Command.Group key={label} heading={label}>
            {entries.map((entry) => (
              <Line key={entry.words} icon={entry.icon} words={entry.words} onSelect={() => does(entry.does)}>
                {entry.keyName ? <KeyCaps presses={pressesOf(entry.keyName)} /> : null}
              </Line>
            ))}
          </Command.Group>
        ))}
        {jobs.length > 0 ? (
          <Command.Group heading="Jobs">
            {jobs.map(({ id, name, targetHost }) => (
              <Line
                key={id}
                value={`job ${id}`}
                icon={Webhook}
                words={name}
                onSelect={() => go(`/dashboard/jobs/${id}`)}
              >
                <span className="max-w-2/5 truncate font-mono text-xs text-muted">{targetHost}</span>
              </Line>
            ))}
          </Command.Group>
        ) : null}
        {search ? (
          <Command.Group heading="Search">
            <Line
              icon={Search}
              words={searchLine}
              onSelect={() => go(`/dashboard?search=${encodeURIComponent(search)}`)}
            />
          </Command.Group>
        ) : null}
      </Command.List>
      <form ref={signOut} method="post" action="/logout" hidden onSubmit={forgetToken} />
    </Command>
  );
}

interface LineProps {
  icon: LucideIcon;
  words: string;
  value?: string;
  onSelect: () => void;
  children?: ReactNode;
}

function Line({ icon, words, value = words, onSelect, children }: LineProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className={cn(menuLine, 'cursor-pointer data-[selected=true]:bg-brand-soft')}
    >
      <Icon of={icon} className="text-muted" />
      <span className="min-w-0 flex-1 truncate">{words}</span>
      {children}
    </Command.Item>
  );
}

function useDoes({
  signOut,
  onClose,
}: {
  signOut: { readonly current: HTMLFormElement | null };
  onClose: () => void;
}): (does: MenuEntry['does']) => void {
  const navigate = useNavigate();
  const pressKey = usePressKey();
  const [, setTheme] = useTheme();
  return (does) => {
    if (does === 'sign-out') {
      signOut.current?.requestSubmit();
      return;
    }
    onClose();
    if (does === 'sheet') pressKey('sheet');
    else if ('theme' in does) setTheme(does.theme);
    else navigate(does.to);
  };
}

function pressesOf(name: MenuEntry['keyName']): readonly string[] {
  return keyList.find((known) => known.name === name)?.presses ?? [];
}
