import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { ZoneChoice, ZoneChoices } from '#app/presenters/job-form/zone-choices.ts';
import type { ZoneSearch } from './zone-search.tsx';

interface Opened {
  /** Null: the field shows the chosen zone, and the list shows all. */
  typed: string | null;
  /** Index of the option that Enter chooses; null until a key moves it. */
  active: number | null;
}

interface ZoneBoxOptions {
  zones: ZoneChoices;
  chosen: string;
  /** Null until it is loaded; nothing is found before. */
  search: ZoneSearch | null;
  onChoose: (zone: string) => void;
}

/** An editable combobox with a listbox: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function useZoneBox({ zones, chosen, search, onChoose }: ZoneBoxOptions) {
  const listId = useId();
  const [opened, setOpened] = useState<Opened | null>(null);
  const isLeft = useRef(false);
  const typed = opened?.typed ?? null;
  const isSearching = typed !== null && typed.trim() !== '';
  const found = (opened && search?.findGroups({ zones, typed })) ?? { groups: [], sure: null };
  const { groups, sure } = found;
  const listed = groups.flatMap((group) => group.zones);
  const count = listed.length;
  const active = count === 0 ? null : (opened?.active ?? (isSearching ? 0 : placeOf(chosen, listed)));
  const optionId = (index: number) => `${listId}-${index}`;
  useEffect(() => {
    if (active !== null) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, typed, listId]);

  const open = () => setOpened({ typed: null, active: null });
  const take = (zone: ZoneChoice | null | undefined) => {
    setOpened(null);
    if (zone && zone.id !== chosen) onChoose(zone.id);
  };
  /** On blur, chooses the zone that the text clearly means; other text keeps the previous choice. */
  const leave = () => {
    isLeft.current = isSearching && !search;
    if (opened && !isLeft.current) take(isSearching ? sure : null);
  };
  useEffect(() => {
    // The user left the field before the search was loaded.
    if (isLeft.current) leave();
  }, [search]);
  const pressOpened = ({ key, altKey }: KeyboardEvent) => {
    if (key === 'Escape' || (key === 'ArrowUp' && altKey)) {
      setOpened(null);
    } else if (key === 'Enter') {
      // A text that matches no zone neither chooses one nor submits the form.
      if (active !== null) take(listed[active]);
    } else {
      const next = active === null ? undefined : search?.activeAfter({ key, active, count });
      if (next === undefined) return false;
      setOpened({ typed, active: next });
    }
    return true;
  };
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey) {
      if (key === 'Enter') leave();
      return;
    }
    const isOpening = opened === null && (key === 'ArrowDown' || key === 'ArrowUp');
    if (isOpening) open();
    if (!isOpening && (opened === null || !pressOpened(event))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const type = (text: string) => setOpened({ typed: text, active: null });
  const state = { listId, groups, count, active, typed, isOpen: opened !== null, isSearching };
  return { ...state, optionId, open, leave, press, take, type };
}

/** Index of the chosen zone; the first option if it is not listed. */
const placeOf = (chosen: string, listed: readonly ZoneChoice[]) =>
  Math.max(
    0,
    listed.findIndex(({ id }) => id === chosen),
  );
