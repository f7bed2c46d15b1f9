/** A transient message of a page. */
export interface FlashToast {
  title?: string | undefined;
  message: string;
  /** Where it goes on from here. */
  way?: { label: string; to: string } | undefined;
  /** Where each of many things that were done can be seen. */
  ways?: { label: string; to: string }[] | undefined;
  tone: 'success' | 'error';
}

export interface ToastAction {
  label: string;
  onAct: () => void;
}

export interface ListedToast extends FlashToast {
  id: string;
  isOpen: boolean;
  action?: ToastAction | undefined;
  /** Until it is closed or acted upon. */
  stays?: boolean | undefined;
}

export type ToastStep =
  | { kind: 'add'; toast: Omit<ListedToast, 'isOpen'> }
  /** Without an id: all. */
  | { kind: 'dismiss'; id?: string }
  | { kind: 'remove'; id: string };

/** At most 5 are seen; each goes by itself after 5 s; a dismissed one leaves the list after 1,000,000 ms. */
export const toastLimit = 5;
export const toastDurationMs = 5_000;
export const toastRemovalDelayMs = 1_000_000;
export const toastSwipePx = 50;

/** The list of toasts after a step, newest first. A toast added again under its id takes its old place anew. */
export function stepToasts(toasts: readonly ListedToast[], step: ToastStep): readonly ListedToast[] {
  switch (step.kind) {
    case 'add': {
      const others = toasts.filter(({ id }) => id !== step.toast.id);
      return [{ ...step.toast, isOpen: true }, ...others].slice(0, toastLimit);
    }
    case 'dismiss':
      return toasts.map((toast) => (!step.id || toast.id === step.id ? { ...toast, isOpen: false } : toast));
    case 'remove':
      return toasts.filter(({ id }) => id !== step.id);
  }
}
