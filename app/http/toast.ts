/** A short message over the page (specification section 8). */
export interface Toast {
  /** Tells two equal messages apart. */
  id: string;
  title?: string;
  message: string;
  tone: 'success' | 'error';
}
