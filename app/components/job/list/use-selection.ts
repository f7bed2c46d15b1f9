import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

export interface Selection {
  /** Ref of the element around the table. */
  holder: RefObject<HTMLDivElement>;
  ids: number[];
  /** Selects every job that matches the list's query, also on other pages. */
  isAllMatching: boolean;
  selectAllMatching: () => void;
  selectShown: (isSelected: boolean) => void;
  clear: () => void;
  /** Call after a box was ticked or a form reset; the function is stable. */
  read: () => void;
}

/** Selection in a table. Its native checkboxes, named `job_ids`, work without this hook. */
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
