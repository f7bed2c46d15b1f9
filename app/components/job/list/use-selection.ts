import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

export interface Selection {
  /** On what holds the table. */
  holder: RefObject<HTMLDivElement>;
  ids: number[];
  /** Every job the list's query matches, also those on other pages. */
  isAllMatching: boolean;
  selectAllMatching: () => void;
  selectShown: (isSelected: boolean) => void;
  clear: () => void;
  /** To be called when a box was ticked or a form reset; always the same function. */
  read: () => void;
}

/** Selection in a table of native checkboxes named `job_ids`, which work without this. */
export function useSelection(rows: readonly { id: number }[]): Selection {
  const holder = useRef<HTMLDivElement>(null);
  const [ids, setIds] = useState<number[]>([]);
  const [isAllMatching, setIsAllMatching] = useState(false);
  const readBoxes = useCallback(() => {
    const ticked = boxesOf(holder.current).filter(({ checked }) => checked);
    setIds(ticked.map(({ value }) => Number(value)));
  }, []);
  // Includes rows ticked before hydration, and drops removed ones.
  useEffect(readBoxes, [rows, readBoxes]);
  const read = useCallback(() => {
    setIsAllMatching(false);
    readBoxes();
  }, [readBoxes]);
  const selectShown = (isSelected: boolean) => {
    for (const box of boxesOf(holder.current)) box.checked = isSelected;
    setIsAllMatching(false);
    readBoxes();
  };
  return {
    holder,
    ids,
    isAllMatching: isAllMatching && ids.length > 0,
    selectAllMatching() {
      selectShown(true);
      setIsAllMatching(true);
    },
    selectShown,
    clear: () => selectShown(false),
    read,
  };
}

function boxesOf(holder: HTMLElement | null): HTMLInputElement[] {
  return [...(holder?.querySelectorAll<HTMLInputElement>('tbody input[name=job_ids]') ?? [])];
}
