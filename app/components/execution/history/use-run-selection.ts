import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

export interface RunSelection {
  /** On what holds the table. */
  holder: RefObject<HTMLDivElement>;
  ids: number[];
  /** Every row that is shown and can be selected. */
  isAll: boolean;
  selectShown: (isSelected: boolean) => void;
  /** To be called when a box was ticked or the form reset; always the same function. */
  read: () => void;
}

/** Selected rows of the history: native checkboxes named `execution_ids`, which work without this. */
export function useRunSelection(rows: readonly unknown[]): RunSelection {
  const holder = useRef<HTMLDivElement>(null);
  const [{ ids, isAll }, setTicked] = useState({ ids: [] as number[], isAll: false });
  const read = useCallback(() => {
    const boxes = boxesOf(holder.current);
    const ticked = boxes.filter(({ checked }) => checked);
    const isWhole = ticked.length > 0 && ticked.length === boxes.length;
    const ids = ticked.map(({ value }) => Number(value));
    // The rows are another array at each look: what is ticked has mostly stayed.
    setTicked((known) =>
      known.isAll === isWhole && known.ids.join() === ids.join() ? known : { ids, isAll: isWhole },
    );
  }, []);
  // Boxes ticked before React took over, and rows that went.
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
