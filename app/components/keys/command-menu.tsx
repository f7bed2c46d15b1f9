import { useNavigate } from '@remix-run/react';
import { Command } from 'cmdk';
import { Bookmark, Search, Webhook } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FoundDocsGroup } from '#app/components/docs/found-docs-group.tsx';
import { useFoundDocs } from '#app/components/docs/use-found-docs.ts';
import { useTheme } from '#app/components/frame/menus/use-theme.ts';
import { leaveSession } from '#app/components/frame/leave-session.ts';
import { viewPath } from '#app/components/job/list/saved-views.ts';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import { KeyCaps } from './key-caps.tsx';
import { keyList } from './key-list.ts';
import { usePressKey } from './keys-area.tsx';
import { menuGroups, type MenuEntry } from './menu-entries.ts';
import { MenuInput, CommandItem, MenuLayer, menuList } from './menu-layer.tsx';
import { useFoundJobs } from './use-found-jobs.ts';
import { useFoundViews } from './use-found-views.ts';
import { useOpenJob } from './use-open-job.ts';

interface MenuProps {
  isOpen: boolean;
  onClose: () => void;
}

const mostDocs = 5;
const searchStart = 'Search jobs for ';

/** Command menu: finds pages, jobs and actions while typing. Loaded on first use. */
export default function CommandMenu({ isOpen, onClose }: MenuProps) {
  return (
    <MenuLayer title="Command Menu" isOpen={isOpen} onClose={onClose}>
      <Entries onClose={onClose} />
    </MenuLayer>
  );
}

function Entries({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const job = useOpenJob();
  const jobs = useFoundJobs(typed);
  const views = useFoundViews(typed);
  const docs = useFoundDocs({ typed, isEmptyAsked: false }).slice(0, mostDocs);
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
  // Jobs arrive shortly after the input: selects a found job rather than the line that searches for it.
  useEffect(() => {
    if (firstJob) setChosen((before) => (before.startsWith(searchStart) ? firstJob : before));
  }, [firstJob]);
  return (
    <Command shouldFilter={false} label="Commands and jobs" loop value={chosen} onValueChange={setChosen}>
      <MenuInput typed={typed} onType={setTyped} placeholder="Search or jump to" />
      <Command.List label="Commands and jobs" className={menuList}>
        {menuGroups({ typed, job }).map(({ label, entries }) => (
          <Command.Group key={label} heading={label}>
            {entries.map((entry) => (
              <CommandItem
                key={entry.words}
                icon={entry.icon}
                words={entry.words}
                onSelect={() => does(entry.does)}
              >
                {entry.keyName ? <KeyCaps presses={pressesOf(entry.keyName)} /> : null}
              </CommandItem>
            ))}
          </Command.Group>
        ))}
        <FoundJobsGroup jobs={jobs} onGo={go} />
        <FoundViewsGroup views={views} onGo={go} />
        <FoundDocsGroup found={docs} onGo={go} />
        {search ? (
          <Command.Group heading="Search">
            <CommandItem
              icon={Search}
              words={searchLine}
              onSelect={() => go(`/dashboard?search=${encodeURIComponent(search)}`)}
            />
          </Command.Group>
        ) : null}
      </Command.List>
      <form ref={signOut} method="post" action="/logout" hidden onSubmit={leaveSession} />
    </Command>
  );
}

function FoundJobsGroup({
  jobs,
  onGo,
}: {
  jobs: ReturnType<typeof useFoundJobs>;
  onGo: (to: string) => void;
}) {
  if (jobs.length === 0) return null;
  return (
    <Command.Group heading="Jobs">
      {jobs.map(({ id, name, targetHost }) => (
        <CommandItem
          key={id}
          value={`job ${id}`}
          icon={Webhook}
          words={name}
          onSelect={() => onGo(`/dashboard/jobs/${id}`)}
        >
          <span className="max-w-2/5 truncate font-mono text-xs text-muted">{targetHost}</span>
        </CommandItem>
      ))}
    </Command.Group>
  );
}

function FoundViewsGroup({
  views,
  onGo,
}: {
  views: ReturnType<typeof useFoundViews>;
  onGo: (to: string) => void;
}) {
  if (views.length === 0) return null;
  return (
    <Command.Group heading="Views">
      {views.map((view) => (
        <CommandItem
          key={view.id}
          value={`view ${view.id}`}
          icon={Bookmark}
          words={view.name}
          onSelect={() => onGo(viewPath(view))}
        />
      ))}
    </Command.Group>
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
  const copy = useCopy();
  return (does) => {
    if (does === 'sign-out') {
      signOut.current?.requestSubmit();
      return;
    }
    onClose();
    if (does === 'sheet') pressKey('sheet');
    else if (does === 'delete-job') document.querySelector<HTMLElement>('main [data-act=delete]')?.click();
    else if ('theme' in does) setTheme(does.theme);
    else if ('copy' in does) copy(does.copy);
    else if ('press' in does) pressKey(does.press);
    else navigate(does.to);
  };
}

function useCopy(): (text: string) => void {
  const showToast = useToast();
  return (text) => {
    navigator.clipboard.writeText(text).then(
      () => showToast({ message: 'Copied.', tone: 'success' }),
      () =>
        showToast({
          message: 'Your browser does not allow copying. Select the text and copy it instead.',
          tone: 'error',
        }),
    );
  };
}

function pressesOf(name: MenuEntry['keyName']): readonly string[] {
  return keyList.find((known) => known.name === name)?.presses ?? [];
}
