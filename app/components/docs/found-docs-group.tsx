import { Command } from 'cmdk';
import { BookText } from 'lucide-react';
import { CommandItem } from '#app/components/keys/menu-layer.tsx';
import type { FoundDocs } from '#app/presenters/docs/search-docs.server.ts';

/** Value that identifies a documentation result in a menu. */
export const foundValue = ({ path }: Pick<FoundDocs, 'path'>) => `docs ${path}`;

/** Documentation results as menu lines. */
export function FoundDocsGroup({ found, onGo }: { found: FoundDocs[]; onGo: (to: string) => void }) {
  if (found.length === 0) return null;
  return (
    <Command.Group heading="Documentation">
      {found.map(({ path, page, heading }) => (
        <CommandItem
          key={path}
          value={foundValue({ path })}
          icon={BookText}
          words={heading ?? page}
          onSelect={() => onGo(path)}
        >
          {heading === null ? null : <span className="max-w-2/5 truncate text-xs text-muted">{page}</span>}
        </CommandItem>
      ))}
    </Command.Group>
  );
}
