/** Admin actions on an account; each has a confirmation page. */
interface UserAct {
  /** Label of the button that opens the question. */
  label: string;
  title: (who: string) => string;
  text: string;
  confirmLabel: string;
  /** True if the action loses nothing. */
  isHarmless?: boolean;
  /** Requires a sign-in of the last 30 minutes (security.md section 9). */
  asksRecentSignIn?: boolean;
  hasReason?: boolean;
  /** Toast after success. */
  done: string;
}

/** Actions by the last part of their path, /admin/users/{id}/…. */
export const userActs = {
  'make-admin': {
    label: 'Make Admin',
    title: (who) => `Make ${who} an Admin?`,
    text: 'They see every account, the security log and the settings of this installation, and can do there what you can. They are signed out and must sign in again.',
    confirmLabel: 'Make Admin',
    isHarmless: true,
    asksRecentSignIn: true,
    done: 'The account is an admin now.',
  },
  'make-user': {
    label: 'Remove Admin Role',
    title: (who) => `Remove the Admin Role of ${who}?`,
    text: 'They keep their account and their jobs, and no longer reach the admin area. They are signed out and must sign in again.',
    confirmLabel: 'Remove Admin Role',
    asksRecentSignIn: true,
    done: 'The account is no longer an admin.',
  },
  suspend: {
    label: 'Suspend',
    title: (who) => `Suspend ${who}?`,
    text: 'They are signed out everywhere and cannot sign in. Their API keys are refused, and their jobs do not run: each run is recorded as skipped.',
    confirmLabel: 'Suspend',
    hasReason: true,
    done: 'The account is suspended.',
  },
  unsuspend: {
    label: 'Unsuspend',
    title: (who) => `Let ${who} Back In?`,
    text: 'They can sign in, their API keys work, and their jobs run again from the next scheduled time.',
    confirmLabel: 'Unsuspend',
    isHarmless: true,
    done: 'The account is no longer suspended.',
  },
  refund: {
    label: 'Cancel and Refund',
    title: (who) => `Cancel and Refund the Plan of ${who}?`,
    text: 'They get a full refund, once per customer. Their plan changes to Free at once: the newest jobs above its limit are paused, and older history is deleted.',
    confirmLabel: 'Cancel and Refund',
    done: 'The payments were refunded.',
  },
} satisfies Record<string, UserAct>;

export type UserActName = keyof typeof userActs;

/** Reports whether the last part of a path names an action. */
export function isUserAct(name: string | undefined): name is UserActName {
  return name !== undefined && Object.hasOwn(userActs, name);
}

/** All facts about an action, as one type. */
export const userActOf = (name: UserActName): UserAct => userActs[name];
