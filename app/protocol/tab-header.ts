/** Header by which the script of a page names its tab. */
export const tabHeader = 'X-Tab';
