let saves = 0;

/** Something was saved: what was answered before it may be wrong. */
export const recordSave = (): void => {
  saves += 1;
};

export const savesSoFar = (): number => saves;
