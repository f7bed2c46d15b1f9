/** Confirmation of an irreversible action on the settings page, in a dialog or as a page. */
export interface SettingsQuestion {
  /** @param label subject of the action: the name of a key or secret */
  title: (label: string) => string;
  text: string;
  confirmLabel: string;
  /** Text for changing nothing, where "Cancel" could mean the action. */
  cancelLabel?: string;
  /** True if the action loses nothing. */
  isHarmless?: boolean;
}

/** Actions by the last part of their path, /dashboard/settings/…; null: no question. */
export const questions = {
  'regenerate-key': {
    title: () => 'Regenerate API Key?',
    text: 'The current key stops working at once, in every program that uses it.',
    confirmLabel: 'Regenerate',
  },
  'revoke-key': {
    title: (label) => `Revoke ${label || 'this key'}?`,
    text: 'It stops working at once, in every program that uses it. This cannot be undone.',
    confirmLabel: 'Revoke',
  },
  'make-signing-secret': null,
  'rotate-signing-secret': {
    title: () => 'Rotate Signing Secret?',
    text: 'Requests and notifications are signed with both for 24 hours, then with the new one alone. Any older secret stops working at once.',
    confirmLabel: 'Rotate',
  },
  'remove-signing-secret': {
    title: () => 'Remove Signing Secret?',
    text: 'Requests and notifications are no longer signed. Receivers that check the signature will refuse them.',
    confirmLabel: 'Remove',
  },
  'delete-secret': {
    title: (label) => `Delete ${label || 'this secret'}?`,
    text: 'Jobs that name it fail at their next call. This cannot be undone.',
    confirmLabel: 'Delete',
  },
  'delete-events': {
    title: (label) => `Delete ${label || 'this event subscription'}?`,
    text: 'It receives nothing from now on. Its secret, its delivery log and the events that wait for it are deleted. This cannot be undone.',
    confirmLabel: 'Delete',
  },
  'disable-events': null,
  'enable-events': null,
  'rotate-event-secret': {
    title: () => 'Rotate Secret?',
    text: 'Events are signed with both for 24 hours, then with the new one alone. Any older secret stops working at once.',
    confirmLabel: 'Rotate',
  },
  'test-events': null,
  'resend-event': null,
  'forget-browser': null,
  'end-session': null,
  'sign-out-everywhere': {
    title: () => 'Sign Out Everywhere?',
    text: 'Every browser and program signed in to this account is signed out, including this one. API keys keep working.',
    confirmLabel: 'Sign Out Everywhere',
  },
  checkout: null,
  billing: null,
  'cancel-subscription': {
    title: () => 'Cancel Subscription?',
    text: 'Your plan stays active until the end of its period, and you can resume it until then. After that, your plan is Free, and older history is deleted.',
    confirmLabel: 'Cancel Subscription',
    cancelLabel: 'Keep Subscription',
  },
  'resume-subscription': {
    title: () => 'Resume Subscription?',
    text: 'It renews automatically at the end of its period again.',
    confirmLabel: 'Resume Subscription',
    isHarmless: true,
  },
  refund: {
    title: () => 'Cancel and Refund?',
    text: 'You get a full refund, once per customer. Your plan changes to Free at once, and older history is deleted.',
    confirmLabel: 'Cancel and Refund',
    cancelLabel: 'Keep Subscription',
  },
} satisfies Record<string, SettingsQuestion | null>;

export type SettingsAct = keyof typeof questions;

/** Texts of the page before the payment provider, for browsers without JavaScript. */
export const externalPages: Partial<Record<SettingsAct, { title: string; text: string; label: string }>> = {
  checkout: {
    title: 'Checkout',
    text: 'You pay on a page of the payment provider, and come back to the Settings page after it.',
    label: 'Continue to Checkout',
  },
  billing: {
    title: 'Manage Billing',
    text: 'Your card and your invoices are on a page of the payment provider.',
    label: 'Continue to Billing',
  },
};

/** Reports whether the last part of a path names an action. */
export function isSettingsAct(name: string | undefined): name is SettingsAct {
  return name !== undefined && Object.hasOwn(questions, name);
}
