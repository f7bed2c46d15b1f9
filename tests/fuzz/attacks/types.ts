import type { StackFacts } from '#dev/stack/facts.ts';
import type { Target } from './target.ts';
import type { Visitor } from './visitor.ts';

/** The running product as an attacker reaches it. */
export interface Field {
  facts: StackFacts;
  /** Without a session. */
  stranger: Visitor;
  /** Signed in on the Free plan. */
  free: Visitor;
  /** Signed in on a paid plan, another account. */
  paid: Visitor;
  /** A hostile endpoint that jobs may call. */
  target: Target;
}

export interface Attack {
  name: string;
  /** Throws if the product did not withstand the attack. */
  run: (field: Field) => Promise<void>;
}
