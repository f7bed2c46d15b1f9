import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { useZoneBox } from './use-zone-box.ts';
import { findZone, type ZoneChoices } from '#app/presenters/job-form/zone-choices.ts';
import { zonePanel } from './zone-panel.ts';
import type { ZoneSearch } from './zone-search.tsx';

interface ZoneBoxProps {
  id: string;
  zones: ZoneChoices;
  chosen: string;
  isInvalid: true | undefined;
  describedBy: string | undefined;
  onChoose: (zone: string) => void;
  /** Called if the list cannot be loaded. */
  onFail: () => void;
}

/** Combobox over a list of zones: filters while typing, and chooses by keyboard or pointer. */
export function ZoneBox({ id, zones, chosen, isInvalid, describedBy, onChoose, onFail }: ZoneBoxProps) {
  const { search, load } = useSearch(onFail);
  const box = useZoneBox({ zones, chosen, search, onChoose });
  const { isOpen, typed, count, active, listId } = box;
  const isListed = isOpen && count > 0;
  return (
    <div className="relative min-w-0">
      <Input
        id={id}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={isListed ? listId : undefined}
        aria-activedescendant={active === null ? undefined : box.optionId(active)}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder="City, country or offset"
        value={typed ?? chosen}
        className={cn('truncate', typed === null ? 'pr-27' : 'pr-8')}
        onChange={(event) => {
          // The list notifies the form when a zone is chosen.
          event.stopPropagation();
          box.type(event.currentTarget.value);
        }}
        onInput={(event) => event.stopPropagation()}
        onFocus={(event) => {
          load();
          event.currentTarget.select();
        }}
        onClick={() => {
          if (!isOpen) box.open();
        }}
        onKeyDown={box.press}
        onBlur={box.leave}
      />
      <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center gap-1.5 text-xs text-muted">
        {typed === null ? findZone({ zones, name: chosen })?.offset : null}
        <Icon of={ChevronDown} />
      </span>
      {isOpen && search ? <search.ZoneList box={box} chosen={chosen} /> : null}
      {isOpen && !search ? (
        <p className={cn(zonePanel, 'p-3 text-xs text-muted')}>Loading the zones…</p>
      ) : null}
      <span aria-live="polite" className="sr-only">
        {box.isSearching && search ? search.countText(count) : ''}
      </span>
    </div>
  );
}

let loading: Promise<ZoneSearch> | undefined;

/** The search, loaded on demand; calls `onFail` if that fails. */
function useSearch(onFail: () => void) {
  const [search, setSearch] = useState<ZoneSearch | null>(null);
  const load = () => {
    if (search) return;
    loading ??= import('./zone-search.tsx').then(({ zoneSearch }) => zoneSearch);
    loading.then(setSearch, () => {
      loading = undefined;
      onFail();
    });
  };
  return { search, load };
}
