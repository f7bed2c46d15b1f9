/** What is asked before an act of the settings page that cannot be undone, in a dialog or as a page. */
export interface Question {
  /** @param label what it is done to: the name of a key or secret */
  title: (label: string) => string;
  text: string;
  confirmLabel: string;
}

/** Acts by the last part of their address, /dashboard/settings/…; null: done without a question. */
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
    text: 'Calls and notifications are signed with both for 24 hours, then with the new one alone. A secret before these two stops at once.',
    confirmLabel: 'Rotate',
  },
  'remove-signing-secret': {
    title: () => 'Remove Signing Secret?',
    text: 'Calls and notifications are no longer signed. Receivers that check the signature will refuse them.',
    confirmLabel: 'Remove',
  },
  'delete-secret': {
    title: (label) => `Delete ${label || 'this secret'}?`,
    text: 'Jobs that name it fail at their next call. This cannot be undone.',
    confirmLabel: 'Delete',
  },
  'end-session': null,
  'sign-out-everywhere': {
    title: () => 'Sign Out Everywhere?',
    text: 'Every browser and program that is signed in to this account is signed out, this one too. API keys go on working.',
    confirmLabel: 'Sign Out Everywhere',
  },
} satisfies Record<string, Question | null>;

export type SettingsAct = keyof typeof questions;

/** Whether the last part of an address names an act. */
export function isSettingsAct(name: string | undefined): name is SettingsAct {
  return name !== undefined && Object.hasOwn(questions, name);
}
