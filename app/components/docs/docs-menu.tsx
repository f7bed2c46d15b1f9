import { useNavigate } from '@remix-run/react';
import { Command } from 'cmdk';
import { LayoutDashboard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { MenuInput, CommandItem, MenuLayer, menuList } from '#app/components/keys/menu-layer.tsx';
import { FoundDocsGroup, foundValue } from './found-docs-group.tsx';
import { useFoundDocs } from './use-found-docs.ts';

/** Finds pages and headings of the documentation while typing. Loaded on first use. */
export default function DocsMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <MenuLayer title="Search the Documentation" isOpen={isOpen} onClose={onClose}>
      <Entries onClose={onClose} />
    </MenuLayer>
  );
}

function Entries({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const found = useFoundDocs({ typed, isEmptyAsked: true });
  const [chosen, setChosen] = useState('');
  const first = found[0] && foundValue(found[0]);
  // Results arrive shortly after the input; then the first one is selected.
  useEffect(() => {
    if (first) setChosen(first);
  }, [first]);
  const go = (to: string) => {
    onClose();
    navigate(to);
  };
  return (
    <Command shouldFilter={false} label="Documentation" loop value={chosen} onValueChange={setChosen}>
      <MenuInput typed={typed} onType={setTyped} placeholder="Search docs" />
      <Command.List label="Documentation" className={menuList}>
        <FoundDocsGroup found={found} onGo={go} />
        <Command.Group heading="Go To">
          <CommandItem icon={LayoutDashboard} words="Dashboard" onSelect={() => go('/dashboard')} />
        </Command.Group>
      </Command.List>
    </Command>
  );
}
