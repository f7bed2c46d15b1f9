import { useId, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { layer } from '#app/components/ui/overlay/overlay-style.ts';
import type { Variable } from '#app/presenters/job-form/form-choices.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

interface Completion {
  control: TextControl;
  /** Position of the two braces in the text. */
  start: number;
  found: Variable[];
  chosen: number;
}

const begun = /\{\{\s*([\w.]{0,80})$/;
const mostShown = 12;

/**
 * Offers variables while two braces are open in the text control inside. Arrow keys choose, Enter inserts,
 * Escape closes; Tab leaves the control as usual.
 */
export function VariableCompletion({
  variables,
  className,
  children,
}: {
  variables: readonly Variable[];
  className?: string;
  children: ReactNode;
}) {
  const { listId, completion, complete, take, press, close } = useCompletion(variables);
  return (
    // The user operates the control inside; this element only listens.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- events of the control inside
    <div className={cn('relative min-w-0', className)} onInput={complete} onKeyDown={press} onBlur={close}>
      {children}
      {completion ? <CompletionList listId={listId} completion={completion} onTake={take} /> : null}
    </div>
  );
}

/** Follows the text in the control: the variables that may complete it, and the highlighted one. */
function useCompletion(variables: readonly Variable[]) {
  const listId = useId();
  const [completion, setCompletion] = useState<Completion | null>(null);

  const show = (next: Completion | null) => {
    const control = next?.control ?? completion?.control;
    if (next) {
      control?.setAttribute('aria-controls', listId);
      control?.setAttribute('aria-activedescendant', `${listId}-${next.chosen}`);
    } else {
      control?.removeAttribute('aria-controls');
      control?.removeAttribute('aria-activedescendant');
    }
    setCompletion(next);
  };
  const complete = ({ target }: FormEvent) => {
    if (!isTextControl(target)) return;
    const match = begun.exec(target.value.slice(0, target.selectionStart ?? 0));
    const typed = match?.[1]?.toLowerCase() ?? '';
    const found = match ? variables.filter(({ name }) => name.toLowerCase().includes(typed)) : [];
    const start = match ? match.index : 0;
    show(found.length > 0 ? { control: target, start, found: found.slice(0, mostShown), chosen: 0 } : null);
  };
  const take = (variable: Variable | undefined) => {
    if (!completion || !variable) return;
    const { control, start } = completion;
    const end = control.selectionStart ?? start;
    const isClosed = control.value.slice(end).startsWith('}}');
    control.setRangeText(`{{${variable.name}}}`, start, isClosed ? end + 2 : end, 'end');
    show(null);
    control.dispatchEvent(new Event('input', { bubbles: true }));
    control.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (!completion) return;
    const { found, chosen } = completion;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) show({ ...completion, chosen: (chosen + step + found.length) % found.length });
    else if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) take(found[chosen]);
    else if (event.key === 'Escape') show(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { listId, completion, complete, take, press, close: () => show(null) };
}

function CompletionList({
  listId,
  completion,
  onTake,
}: {
  listId: string;
  completion: Completion;
  onTake: (variable: Variable) => void;
}) {
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Variables"
      className={cn(
        layer,
        'absolute top-full right-0 left-0 z-30 mt-1 max-h-80 max-w-100 overflow-y-auto p-1',
      )}
    >
      {completion.found.map((variable, index) => (
        // Keyboard users choose through the control, which points here.
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter in the control takes it
        <div
          key={variable.name}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === completion.chosen}
          tabIndex={-1}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(variable)}
          className="flex min-h-8 cursor-pointer items-center gap-3 rounded-control px-2 aria-selected:bg-brand-soft"
        >
          <code className="shrink-0">{`{{${variable.name}}}`}</code>
          <span className="truncate text-xs text-muted">{variable.meaning}</span>
        </div>
      ))}
    </div>
  );
}

function isTextControl(target: EventTarget): target is TextControl {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && (target.type === 'text' || target.type === 'url');
}
