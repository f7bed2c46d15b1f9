const turnMs = 5_000;

/** Steps between the tabs by key; null for other keys. */
const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Index of the next tab, wrapping around. */
export function neighbour({ from, step, count }: { from: number; step: number; count: number }): number {
  return (from + step + count) % count;
}

/**
 * Turns the tabs every five seconds (specification section 9), but not under the pointer, with the focus
 * inside, or while the page is hidden. Pause stops it; with reduced motion it starts stopped.
 */
export function turnShowcase(): void {
  const root = document.querySelector<HTMLElement>('[data-showcase]');
  const tabs = [...(root?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
  const button = root?.querySelector<HTMLElement>('[data-pause]');
  const word = button?.querySelector('span');
  if (!root || !button || !word || tabs.length === 0) return;

  const current = () => tabs.findIndex((tab) => tab.ariaSelected === 'true');
  const show = (index: number) => {
    tabs.forEach((tab, at) => {
      const isShown = at === index;
      tab.setAttribute('aria-selected', String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      document
        .getElementById(tab.getAttribute('aria-controls') ?? '')
        ?.toggleAttribute('data-inactive', !isShown);
    });
  };
  tabs.forEach((tab, index) => tab.addEventListener('click', () => show(index)));
  root.querySelector('[role=tablist]')?.addEventListener('keydown', (event) => {
    const { key } = event as KeyboardEvent;
    const to = key === 'Home' ? 0 : key === 'End' ? tabs.length - 1 : move(key);
    if (to === null) return;
    event.preventDefault();
    show(to);
    tabs[to]?.focus();
  });
  const move = (key: string) => {
    const step = steps[key];
    return step === undefined ? null : neighbour({ from: current(), step, count: tabs.length });
  };

  let isPaused = false;
  let sinceMs = 0;
  const setPaused = (next: boolean) => {
    isPaused = next;
    sinceMs = 0;
    word.textContent = (next ? button.dataset.play : button.dataset.pause) ?? '';
    root.toggleAttribute('data-paused', next);
  };
  button.addEventListener('click', () => setPaused(!isPaused));
  setPaused(matchMedia('(prefers-reduced-motion: reduce)').matches);

  const tickMs = 100;
  setInterval(() => {
    const isHeld = root.matches(':hover, :focus-within') || document.hidden;
    if (isPaused || isHeld) sinceMs = 0;
    else sinceMs += tickMs;
    if (sinceMs < turnMs) return;
    sinceMs = 0;
    show(neighbour({ from: current(), step: 1, count: tabs.length }));
  }, tickMs);
}
