/** A transient message of a page. */
export interface FlashToast {
  title?: string | undefined;
  message: string;
  /** Link to a next step. */
  way?: { label: string; to: string } | undefined;
  /** Links to several results, such as the runs of a replay. */
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
  /** Stays until closed or used. */
  stays?: boolean | undefined;
}

export type ToastStep =
  | { kind: 'add'; toast: Omit<ListedToast, 'isOpen'> }
  /** Without an id: dismisses all. */
  | { kind: 'dismiss'; id?: string }
  | { kind: 'remove'; id: string };

/** At most 5 are visible; each closes after 5 s; a dismissed one leaves the list after 1,000,000 ms. */
export const toastLimit = 5;
export const toastDurationMs = 5_000;
export const toastRemovalDelayMs = 1_000_000;
export const toastSwipePx = 50;

/** The list of toasts after a step, newest first. A toast with a known id replaces the older one. */
export function stepToasts(toasts: readonly ListedToast[], step: ToastStep): readonly ListedToast[] {
  switch (step.kind) {
    case 'add': {
      const others = toasts.filter(({ id }) => id !== step.toast.id);
      return limited([{ ...step.toast, isOpen: true }, ...others]);
    }
    case 'dismiss':
      return toasts.map((toast) => (!step.id || toast.id === step.id ? { ...toast, isOpen: false } : toast));
    case 'remove':
      // Meanwhile it may have been shown again.
      return toasts.filter(({ id, isOpen }) => id !== step.id || isOpen);
  }
}

/** Closed toasts give way first. */
function limited(toasts: readonly ListedToast[]): readonly ListedToast[] {
  const open = toasts.filter(({ isOpen }) => isOpen);
  const closed = toasts.filter(({ isOpen }) => !isOpen);
  const kept = new Set([...open, ...closed].slice(0, toastLimit));
  return toasts.filter((toast) => kept.has(toast));
}
