import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

export interface RunSelection {
  /** Ref of the element around the table. */
  holder: RefObject<HTMLDivElement>;
  ids: number[];
  /** Every selectable row on the page is ticked. */
  isAll: boolean;
  selectShown: (isSelected: boolean) => void;
  /** Call after a box was ticked or the form reset; the function is stable. */
  read: () => void;
}

/** Selected rows of the history. Their native checkboxes, named `execution_ids`, work without this hook. */
export function useRunSelection(rows: readonly unknown[]): RunSelection {
  const holder = useRef<HTMLDivElement>(null);
  const [{ ids, isAll }, setTicked] = useState({ ids: [] as number[], isAll: false });
  const read = useCallback(() => {
    const boxes = boxesOf(holder.current);
    const ticked = boxes.filter(({ checked }) => checked);
    const isWhole = ticked.length > 0 && ticked.length === boxes.length;
    const ids = ticked.map(({ value }) => Number(value));
    // Rows are a new array after each load, but the ticks mostly stay the same.
    setTicked((known) =>
      known.isAll === isWhole && known.ids.join() === ids.join() ? known : { ids, isAll: isWhole },
    );
  }, []);
  // Includes rows ticked before hydration, and drops removed ones.
  useEffect(read, [rows, read]);
  const selectShown = (isSelected: boolean) => {
    for (const box of boxesOf(holder.current)) box.checked = isSelected;
    read();
  };
  return { holder, ids, isAll, selectShown, read };
}

function boxesOf(holder: HTMLElement | null): HTMLInputElement[] {
  return [
    ...(holder?.querySelectorAll<HTMLInputElement>('tbody input[name=execution_ids]:not(:disabled)') ?? []),
  ];
}
