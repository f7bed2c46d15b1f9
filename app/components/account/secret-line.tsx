import { useLocation } from '@remix-run/react';
import { Eye, EyeOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, type ComponentType, type FormEvent } from 'react';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { useToast } from '#app/components/ui/overlay/toast.tsx';

interface SignInQuestionProps {
  what: string;
  path: string;
  onCancel: () => void;
}

// Loaded on demand: rarely shown, and 15 kB.
const SignInQuestion = lazy<ComponentType<SignInQuestionProps>>(() =>
  import('./sign-in-question.tsx').catch((): { default: ComponentType<SignInQuestionProps> } => ({
    default: ({ path }) => {
      useEffect(() => window.location.assign(path), [path]);
      return null;
    },
  })),
);

/** A masked key or secret on the page. */
export interface RevealedSecret {
  /** The text while it is shown, else null. */
  shown: string | null;
  isPending: boolean;
  show: () => void;
  hide: () => void;
  /** Returns the text for a copy, shown or not; rejects if the server does not return it. */
  take: () => Promise<string>;
  /** Page to confirm an old sign-in; null if none is needed. */
  confirmPath: string | null;
  /** Cancels the sign-in question; the secret stays hidden. */
  stay: () => void;
  /** The browser has returned from that sign-in. */
  isBack: boolean;
}

interface SecretLineProps {
  /** Accessible label: "Your API key". */
  label: string;
  /** Masked text before it is revealed. */
  masked: string;
  revealed: RevealedSecret;
  /** URL the form posts to; responds with the secret. */
  action: string;
  /** Text of the toast after a copy. */
  copiedText: string;
  /** Name of the secret in the sign-in question: "the key". */
  what: string;
  /** Id of the card the browser returns to after a sign-in. */
  anchor?: string;
}

/** A key or secret with Show, Hide and Copy. Without JavaScript, the form responds with it as text. */
export function SecretLine(props: SecretLineProps) {
  const { label, masked, revealed, action, copiedText, what, anchor } = props;
  const { shown, isPending, show, hide, take, confirmPath, stay, isBack } = revealed;
  const { pathname } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBack) button.current?.focus();
  }, [isBack]);
  const showToast = useToast();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (shown === null) show();
    else hide();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code
        aria-label={label}
        role="group"
        className="flex min-h-9 min-w-0 flex-1 basis-72 items-center rounded-control border border-border bg-sunken px-3 py-1.5 wrap-anywhere"
      >
        {shown ?? masked}
      </code>
      <form
        method="post"
        action={action}
        onSubmit={submit}
        className="flex gap-2 max-sm:flex-1 max-sm:*:flex-1"
      >
        <input type="hidden" name="from" value={anchor ? `${pathname}#${anchor}` : pathname} />
        <Button ref={button} type="submit" icon={shown === null ? Eye : EyeOff} isPending={isPending}>
          {shown === null ? 'Show' : 'Hide'}
        </Button>
        <CopyButton
          size="md"
          text={take}
          onCopied={() => showToast({ message: copiedText, tone: 'success' })}
        />
      </form>
      {confirmPath === null ? null : (
        <Suspense>
          <SignInQuestion what={what} path={confirmPath} onCancel={stay} />
        </Suspense>
      )}
    </div>
  );
}
