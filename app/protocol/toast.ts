/** A short message over the page (specification section 8). */
export interface Toast {
  /** Tells two equal messages apart. */
  id: string;
  title?: string;
  message: string;
  /** Where it goes on from here: to the plans, where one is too small. */
  way?: { label: string; to: string };
  /** Where each of many things that were done can be seen. */
  ways?: { label: string; to: string }[];
  tone: 'success' | 'error';
}

/** A toast before it has an id; a text alone is a success. */
export type ToastInput = string | Omit<Toast, 'id'>;
