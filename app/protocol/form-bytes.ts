/** Largest body of a form, and of an import. */
export const largestFormBytes = 1024 * 1024;
export const largestImportBytes = 10 * largestFormBytes;
