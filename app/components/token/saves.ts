let saves = 0;

/** After a save, earlier responses may be outdated. */
export const recordSave = (): void => {
  saves += 1;
};

export const savesSoFar = (): number => saves;
